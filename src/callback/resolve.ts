import type { PendingQuestion } from '../protocol/question.ts';
import type { UiResponse } from '../protocol/turn.ts';
import { matchTyped } from './match-typed.ts';
import { type Answerer, mayAnswer } from './may-answer.ts';
import type { Seal } from './seal.ts';
import { decodeSelection } from './selection.ts';

/** A person answered this open question, and may. */
export interface Answer {
  type: 'answer';
  question: PendingQuestion;
  response: UiResponse;
}

/** What a press means. */
export type PressOutcome =
  | Answer
  /** Not a string of ours: the press stands alone, as an ordinary event. */
  | { type: 'foreign' }
  /** Ours by its grammar, but not minted for this conversation. */
  | { type: 'not_this_chat' }
  /** Ours, but the question is gone, or does not offer this choice. */
  | { type: 'expired' }
  | { type: 'already_answered'; label: string }
  | { type: 'not_yours' }
  /** An id that a remote runtime minted; it decides. Only where unsealed ids are accepted. */
  | { type: 'hint'; id: string; index: number | readonly number[] };

/** Why somebody cannot answer a question, or no longer. */
export type Refusal = Exclude<PressOutcome, { type: 'answer' | 'foreign' | 'hint' }>;

interface Asked extends Answerer {
  /** Questions of this conversation, newest first. */
  questions: readonly PendingQuestion[];
  nowMs: number;
}

interface Sealed {
  /** Every name the conversation ever had. */
  conversationNames: readonly string[];
  seal: Seal;
}

/**
 * Resolves callback strings against the questions of the conversation they came from. The index counts; what the
 * button said when it was pressed does not.
 */
export function resolvePress(
  press: Asked &
    Sealed & {
      /** One for a button, several for a select; all of one widget. */
      data: readonly string[];
      acceptsUnsealed: boolean;
    },
): PressOutcome {
  const selection = decodeSelection(press.data);
  if (!selection) return { type: 'foreign' };
  const { id, index } = selection;
  const isSealed = press.seal.fits(id, press.conversationNames);
  if (!isSealed && !press.acceptsUnsealed) return { type: 'not_this_chat' };

  const question = press.questions.find(({ widgetId }) => widgetId === id);
  if (!question) return isSealed ? { type: 'expired' } : { type: 'hint', id, index };
  const refusal = refusalOf(question, press);
  if (refusal) return refusal;
  return answerWith(question, typeof index === 'number' ? [index] : index) ?? { type: 'expired' };
}

/**
 * Whether this person may go on choosing in a question that takes several, before anything is answered. With an `index`,
 * that option is turned on or off; without one, nothing was chosen yet.
 */
export function resolveStep(
  step: Asked & Sealed & { widgetId: string; index?: number | undefined; acceptsUnsealed: boolean },
): { type: 'open' } | Refusal {
  const { widgetId, index } = step;
  if (!step.acceptsUnsealed && !step.seal.fits(widgetId, step.conversationNames)) return { type: 'not_this_chat' };
  const question = step.questions.find((candidate) => candidate.widgetId === widgetId);
  if (!question) return { type: 'expired' };
  const refusal = refusalOf(question, step);
  if (refusal) return refusal;
  const isOffered = index === undefined || question.choices[index] !== undefined;
  return question.multi && isOffered ? { type: 'open' } : { type: 'expired' };
}

function refusalOf(question: PendingQuestion, asked: Asked): Refusal | undefined {
  if (question.answered) return { type: 'already_answered', label: question.answered.label };
  if (!isOpen(question, asked.nowMs)) return { type: 'expired' };
  return mayAnswer(question, asked) ? undefined : { type: 'not_yours' };
}

/**
 * Resolves a typed text against one open question: the one it replies to, else one that was asked last. Once those are
 * answered, an older question that stayed open is not meant any more. In a shared conversation only a reply counts; in a
 * thread everything is one. Nothing when the text is no answer: it is an ordinary message, and the question stays.
 */
export function resolveTyped(
  typed: Asked & {
    text: string;
    /** Message id the text replies to. */
    repliesTo?: string | undefined;
    /** Whether the conversation is a thread below one message. */
    isThread?: boolean;
  },
): Answer | undefined {
  const { text, repliesTo, questions, nowMs } = typed;
  const repliedTo = repliesTo === undefined ? [] : questions.filter(({ message }) => message?.receipt === repliesTo);
  if (typed.isShared && repliedTo.length === 0 && !typed.isThread) return undefined;
  const candidates = repliedTo.length > 0 ? repliedTo : askedLast(questions);
  const question = candidates.find((candidate) => isOpen(candidate, nowMs));
  if (!question || !mayAnswer(question, typed)) return undefined;
  const indexes = matchTyped(text, question.choices, question.multi);
  return indexes && answerWith(question, indexes);
}

/**
 * The newest question that people have seen, and those that came in the same message. A typed "2" answers what they read,
 * not what still waits for its time or for the platform, nor what the platform refused.
 */
function askedLast(questions: readonly PendingQuestion[]): readonly PendingQuestion[] {
  const seen = questions.filter(({ message }) => !message?.isUnseen);
  const carrier = seen[0]?.message?.deliveryId;
  return carrier === undefined ? seen.slice(0, 1) : seen.filter(({ message }) => message?.deliveryId === carrier);
}

/**
 * Resolves a client's `ui_response`, `{id, value}` or `{id, index}`; `value` wins. An array names several choices, an
 * empty one none, where the question takes several. Nothing for whatever does not fit an open question exactly.
 */
export function resolveHint(asked: Asked & { hint: unknown }): Answer | undefined {
  const { hint, questions, nowMs } = asked;
  if (typeof hint !== 'object' || hint === null || Array.isArray(hint)) return undefined;
  const { id, value, index }: { id?: unknown; value?: unknown; index?: unknown } = hint;
  const question = questions.find(({ widgetId }) => widgetId === id);
  if (!question || !isOpen(question, nowMs) || !mayAnswer(question, asked)) return undefined;

  const named = value ?? index;
  if (Array.isArray(named) && !question.multi) return undefined;
  const members: unknown[] = Array.isArray(named) ? named : [named];
  if (value === undefined || value === null) return answerWith(question, members);
  const indexOfValue = new Map<unknown, number>();
  question.choices.forEach((choice, at) => {
    if (!indexOfValue.has(choice.value)) indexOfValue.set(choice.value, at);
  });
  return answerWith(
    question,
    members.map((member) => indexOfValue.get(member)),
  );
}

function isOpen({ answered, expiresAtMs, message }: PendingQuestion, nowMs: number): boolean {
  return answered === undefined && nowMs < expiresAtMs && !message?.isScheduled;
}

/**
 * The answer that picks these indexes, each once and in the order of the options; nothing when one of them is not
 * offered, or several are where one is asked.
 */
function answerWith(question: PendingQuestion, indexes: readonly unknown[]): Answer | undefined {
  const { widgetId, prompt, choices, multi } = question;
  const picked = new Set(indexes);
  const chosen = choices.filter((_, index) => picked.delete(index));
  if (picked.size > 0) return undefined;
  const response = { id: widgetId, label: chosen.map(({ label }) => label).join(', '), prompt };
  if (multi) return { type: 'answer', question, response: { ...response, value: chosen.map(({ value }) => value) } };
  const [only, ...others] = chosen;
  if (!only || others.length > 0) return undefined;
  return { type: 'answer', question, response: { ...response, value: only.value } };
}
