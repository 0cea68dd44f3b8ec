import type { Question } from '../protocol/question.ts';

/** Who answers, and where. */
export interface Answerer {
  personId: string;
  /** Whether `personId` is one human. Nobody else is ever the asker. */
  isAttributable: boolean;
  /** Whether several people read and answer in the conversation. */
  isShared: boolean;
}

/**
 * Whether this person may answer the question. `asker` admits the one who was asked, in private too; a question that
 * nobody was asked in person is then open to whoever owns the private conversation, and in a shared one to nobody.
 */
export function mayAnswer({ answers, asker }: Question, { personId, isAttributable, isShared }: Answerer): boolean {
  if (answers === 'anyone') return true;
  if (!isAttributable) return false;
  if (answers === 'asker') return asker === undefined ? !isShared : asker === personId;
  return answers.includes(personId);
}
