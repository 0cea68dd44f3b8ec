import type { FormWords } from '../protocol/form-words.ts';

/** The bundled sentences to people. `{label}` is filled in. Both languages hold the same codes. */
const BUNDLED = {
  en: {
    recorded: 'Recorded: {label}',
    already_answered: 'Already answered: {label}',
    expired: 'This question has expired.',
    not_yours: 'This question is not yours to answer.',
    not_this_chat: 'This button is not for this chat.',
    nothing_chosen: 'Please choose something first.',
    received: '',
    submit: 'Done',
    form_title: 'Check and send',
    form_submit: 'Send',
    form_cancel: 'Cancel',
    failed: 'Something went wrong here. Please try again.',
    agent_failed: 'Something went wrong while I was working on this. Please try again.',
    interrupted: 'I was interrupted while I was working on this. Please send it again.',
    deadline: 'This took too long, so I stopped here. Please try again.',
    stopped: 'Stopped.',
    nothing_to_stop: 'There is nothing to stop.',
    nothing_of_yours: 'I am not working on anything of yours here.',
    reset: 'Done. We start over.',
    reset_refused: 'Only the person I am talking with can start over here.',
    help_stop: '{label} – stop what I am doing',
    help_reset: '{label} – start over',
    help_help: '{label} – show this',
    busy: 'I am still working on the last message, so I did not take this one. Please send it again later.',
    lane_full: 'Too many messages are waiting here, so I cannot take more right now. Please wait a little.',
    rate_limited: 'This is too fast for me, so I did not take all of your messages. Please wait a little.',
  },
  zh: {
    recorded: '已记录：{label}',
    already_answered: '已经回答过：{label}',
    expired: '这个问题已过期。',
    not_yours: '这个问题不是问您的。',
    not_this_chat: '这个按钮不属于此对话。',
    nothing_chosen: '请先选择。',
    received: '',
    submit: '完成',
    form_title: '确认并发送',
    form_submit: '发送',
    form_cancel: '取消',
    failed: '出了点问题，请再试一次。',
    agent_failed: '处理时出了点问题，请再试一次。',
    interrupted: '处理过程被中断了，请再发一次。',
    deadline: '处理时间太长，我先停在这里。请再试一次。',
    stopped: '已停止。',
    nothing_to_stop: '现在没有要停止的。',
    nothing_of_yours: '我现在没有在处理您的消息。',
    reset: '好了，我们重新开始。',
    reset_refused: '只有正在和我对话的人才能重新开始。',
    help_stop: '{label}：停止我正在做的事',
    help_reset: '{label}：重新开始',
    help_help: '{label}：显示这条说明',
    busy: '我还在处理上一条消息，所以没有接收这一条。请稍后再发。',
    lane_full: '这里等待的消息太多，暂时不能再接收。请稍等。',
    rate_limited: '消息太快了，我没有全部接收。请稍等。',
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

/** What a form says around a command, by the language of whoever opens it. */
export function createFormWords(say: Say): (locale: string | undefined) => FormWords {
  return (locale) => ({
    title: say('form_title', locale),
    submit: say('form_submit', locale),
    cancel: say('form_cancel', locale),
    failed: say('failed', locale),
  });
}
