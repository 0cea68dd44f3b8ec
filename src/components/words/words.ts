import { WORDS } from './table.ts';

export type WordKey = keyof (typeof WORDS)['en'];

/** Says what stands under a key, with its `{names}` filled in. */
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

/** Characters that turn the direction of a text: what is filled in would turn our words around it, too. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** The words of a language tag such as `zh-CN`; English for every language that there are none of. */
export function wordsFor(language: string): Words {
  const table = WORDS[/^zh\b/i.test(language) ? 'zh' : 'en'];
  return (key, values = {}) =>
    table[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]).replace(TURNING, '') : whole,
    );
}
