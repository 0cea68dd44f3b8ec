/** The bundled sentences to people. `{label}` is filled in. Both languages hold the same codes. */
const BUNDLED = {
  en: {
    recorded: 'Recorded: {label}',
    already_answered: 'Already answered: {label}',
    expired: 'This question has expired.',
    not_yours: 'This question is not yours to answer.',
    not_this_chat: 'This button is not for this chat.',
    received: '',
    failed: 'Something went wrong here. Please try again.',
    agent_failed: 'Something went wrong while I was working on this. Please try again.',
    interrupted: 'I was interrupted while I was working on this. Please send it again.',
  },
  zh: {
    recorded: '已记录：{label}',
    already_answered: '已经回答过：{label}',
    expired: '这个问题已过期。',
    not_yours: '这个问题不是问您的。',
    not_this_chat: '这个按钮不属于此对话。',
    received: '',
    failed: '出了点问题，请再试一次。',
    agent_failed: '处理时出了点问题，请再试一次。',
    interrupted: '处理过程被中断了，请再发一次。',
  },
} as const;

export type SentenceCode = keyof (typeof BUNDLED)['en'];
type Language = keyof typeof BUNDLED;

export const SENTENCE_CODES = Object.keys(BUNDLED.en) as SentenceCode[];

/** A formation's own wording, by language and code. */
export type SentenceOverrides = Partial<Record<string, Partial<Record<string, string>>>>;

/** Gives a sentence in the person's language, English where that is not bundled. */
export type Say = (code: SentenceCode, locale: string | undefined, label?: string) => string;

export function createSay(overrides: SentenceOverrides = {}): Say {
  return (code, locale, label = '') => {
    const language: Language = locale?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
    const sentence = overrides[language]?.[code] ?? BUNDLED[language][code];
    // A function, so that `$&` in a label stays what it is.
    return sentence.replace('{label}', () => label);
  };
}
