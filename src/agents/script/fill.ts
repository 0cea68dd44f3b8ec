import { markdownText } from '../../protocol/markdown-text.ts';
import type { Turn } from '../../protocol/turn.ts';

/** Values of `${{ turn.* }}` by name. An absent answer gives an empty string. */
const VARIABLES: Readonly<Record<string, (turn: Turn) => string>> = {
  'turn.text': (turn) => turn.message,
  'turn.user_id': (turn) => turn.person.id,
  'turn.session': (turn) => turn.session,
  // A line each, so that a script can show what it got.
  'turn.files': ({ files }) => files.map(({ name, url }) => (url ? `${name}: ${url}` : name)).join('\n'),
  'turn.views': ({ views = [] }) => (views.length === 0 ? '' : JSON.stringify(views)),
  'turn.ui_response.value': ({ uiResponse }) => {
    const value = uiResponse?.value ?? '';
    return typeof value === 'string' ? value : value.join(', ');
  },
  'turn.ui_response.label': ({ uiResponse }) => uiResponse?.label ?? '',
};

const PLACEHOLDER = /\$\{\{\s*([^{}]*?)\s*\}\}/g;

/** The same value with every `${{ turn.* }}` in its strings filled in. */
export type Fill<T> = (turn: Turn) => T;

/** Compiles a value of strings, lists and maps. What holds no placeholder is given as it is, not copied. */
export function compileFill<T>(template: T): Fill<T> {
  return (compileNode(template) ?? (() => template)) as Fill<T>;
}

/**
 * Compiles an agent turn. Where its text is read as Markdown, the words of a person are filled in so that they are seen
 * as they were written. Everything else of the turn is data and gets them unchanged.
 */
export function compileTurnFill<T extends { text: string }>(template: T): Fill<T> {
  const fill = compileFill(template);
  const fillText = compileText(template.text, markdownText);
  return fillText ? (turn) => (turn.readsMarkdown ? { ...fill(turn), text: fillText(turn) } : fill(turn)) : fill;
}

/** Names in placeholders that a script cannot use, in order of appearance. */
export function unknownTurnVariables(template: unknown): string[] {
  if (typeof template === 'string') {
    return [...template.matchAll(PLACEHOLDER)]
      .map((match) => match[1] as string)
      .filter((name) => !Object.hasOwn(VARIABLES, name));
  }
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(unknownTurnVariables);
}

function compileNode(node: unknown): Fill<unknown> | undefined {
  if (typeof node === 'string') return compileText(node);
  if (typeof node !== 'object' || node === null) return undefined;
  const compiled = Object.entries(node).flatMap(([key, child]) => {
    const fill = compileNode(child);
    return fill ? [{ key, fill }] : [];
  });
  if (compiled.length === 0) return undefined;
  return (turn) => {
    const copy = Array.isArray(node) ? [...node] : { ...node };
    for (const { key, fill } of compiled) Reflect.set(copy, key, fill(turn));
    return copy;
  };
}

function compileText(text: string, write = (words: string) => words): Fill<string> | undefined {
  const pieces: (string | ((turn: Turn) => string))[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const variable = VARIABLES[match[1] as string];
    if (!variable) continue;
    pieces.push(text.slice(end, match.index), variable);
    end = match.index + match[0].length;
  }
  if (pieces.length === 0) return undefined;
  pieces.push(text.slice(end));
  return (turn) => pieces.map((piece) => (typeof piece === 'string' ? piece : write(piece(turn)))).join('');
}
