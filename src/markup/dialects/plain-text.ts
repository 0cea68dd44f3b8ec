import { asIs } from '../escape.ts';
import { NO_LITERALS } from '../literals.ts';
import type { Dialect } from './dialect.ts';
import { printBlocks } from './print-blocks.ts';
import type { Style } from './style.ts';

/** For readers that know no markup, as in a mail: only what carries meaning is left of the marks. */
export const plainText: Dialect = {
  print: (blocks) => printBlocks(blocks, STYLE),
  escape: asIs,
  literals: NO_LITERALS,
  countsWords: false,
  keepsPlainText: true,
  hasTables: false,
  sizeOf: (printed) => printed.length,
};

const SCHEME = /^(?:https?:\/\/|mailto:)/i;
const CODE_INDENT = '    ';

const STYLE: Style = {
  text: asIs,
  strong: asIs,
  emphasis: asIs,
  // Without its marks it would say the opposite.
  strike: (inner) => `~~${inner}~~`,
  span: asIs,
  link: (url, _label, words) => labelAndTarget(url, words),
  linkHolds: 'words',
  url: asIs,
  headingMark: () => '',
  code: (_info, code) => CODE_INDENT + code.replaceAll('\n', `\n${CODE_INDENT}`),
  table: asIs,
  setsBlocksIn: true,
  quote: (inner) => `> ${inner.replaceAll('\n', '\n> ')}`,
  bullet: () => '- ',
  box: (isDone) => (isDone ? '[x] ' : '[ ] '),
  number: asIs,
};

/** `label (url)`; the label alone where it says the target itself. */
export function labelAndTarget(url: string, words: string): string {
  const target = url.startsWith('mailto:') ? url.slice('mailto:'.length) : url;
  const label = words.replaceAll('\n', ' ').trim();
  if (label === '' || label === url || label === target) return target;
  return label === target.replace(SCHEME, '').replace(/\/$/, '') ? target : `${label} (${target})`;
}
