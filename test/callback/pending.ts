import type { PendingQuestion } from '../../src/protocol/question.ts';

export const NOW_MS = 1_800_000_000_000;

/** An open question in a conversation: three regions, asked of Ada. */
export function pending(changes: Partial<PendingQuestion> = {}): PendingQuestion {
  return {
    widgetId: 'ui_regions',
    prompt: 'Which region?',
    choices: [
      { value: 'us-1', label: 'United States' },
      { value: 'eu-1', label: 'Europe' },
      { value: 'ap-1', label: 'Asia Pacific' },
    ],
    multi: false,
    asker: 'ada',
    answers: 'asker',
    expiresAtMs: NOW_MS + 1000,
    message: { deliveryId: 'dlv_1', payload: '{}', receipt: '700' },
    ...changes,
  };
}

export const ADA = { personId: 'ada', isAttributable: true, isShared: false, nowMs: NOW_MS };
