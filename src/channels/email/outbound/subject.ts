import { clipLabel } from '../../../markup/clip-label.ts';
import { MAX_SUBJECT_UNITS } from '../limits.ts';

/** What mail readers put in front of an answer's subject, in the languages that we know of. */
const REPLY_MARKS = /^(?:\s*(?:re|aw|antw|sv|vs|odp|ynt|回复|回覆|答复)\s*(?:\[\d+\]|\(\d+\))?\s*[:：])+\s*/i;

/** The subject on one line. That of an answer begins with one `Re: `, however many it had. */
export function subjectOf(subject: string, { isAnswer }: { isAnswer: boolean }): string {
  const line = clipLabel(subject, MAX_SUBJECT_UNITS, 'utf16');
  return isAnswer ? clipLabel(`Re: ${line.replace(REPLY_MARKS, '')}`, MAX_SUBJECT_UNITS, 'utf16') : line;
}
