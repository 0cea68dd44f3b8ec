import { escapeHtml } from '../escape.ts';
import { HTML_LITERALS } from '../literals.ts';
import type { Align, Block, Inline, Item, Row, Table, Tree } from '../tree/nodes.ts';
import type { Dialect } from './dialect.ts';

/**
 * HTML for the body of a mail: few tags, styles inline since mail readers drop style sheets, nothing that loads or runs.
 * A picture is a link to it: loading it would tell its server who reads the mail.
 */
export const mailHtml: Dialect = {
  print: blocksOf,
  escape: (text) => lines(escapeHtml(text)),
  literals: { ...HTML_LITERALS, outsideUrls: { '\n': '<br>\n' } },
  countsWords: false,
  keepsPlainText: false,
  hasTables: true,
  sizeOf: (printed) => printed.length,
};

const P = 'margin:0 0 12px';
const CODE = 'font-family:Menlo,Consolas,monospace;font-size:13px';
const STYLES = {
  p: P,
  h: 'margin:16px 0 8px;line-height:1.25',
  // On both sides: who reads from right to left has the marks on the right.
  list: 'margin:0 0 12px;padding:0 24px',
  li: 'margin:0 0 4px',
  quote: 'margin:0 0 12px;padding:0 0 0 12px;border-left:3px solid #cccccc;color:#555555',
  pre: `margin:0 0 12px;padding:8px 12px;background:#f4f4f4;white-space:pre-wrap;${CODE}`,
  code: `background:#f4f4f4;padding:1px 4px;${CODE}`,
  table: 'margin:0 0 12px;border-collapse:collapse',
  cell: 'border:1px solid #cccccc;padding:4px 8px',
  hr: 'margin:16px 0;border:0;border-top:1px solid #cccccc',
} as const;

const LANGUAGE = /^[\w+#.-]{1,32}(?=\s|$)/;

function blocksOf(blocks: Tree): string {
  return blocks.map(blockOf).join('\n');
}

function blockOf(block: Block): string {
  switch (block.type) {
    case 'paragraph':
      return `<p dir="auto" style="${STYLES.p}">${inlinesOf(block.children)}</p>`;
    case 'heading':
      return `<h${block.level} dir="auto" style="${STYLES.h}">${inlinesOf(block.children)}</h${block.level}>`;
    case 'quote':
      return `<blockquote dir="auto" style="${STYLES.quote}">${blocksOf(block.children)}</blockquote>`;
    case 'list':
      return listOf(block.items);
    case 'code': {
      const language = LANGUAGE.exec(block.info)?.[0];
      const open = language ? `<code class="language-${escapeHtml(language)}">` : '<code>';
      return `<pre style="${STYLES.pre}">${open}${escapeHtml(block.code)}</code></pre>`;
    }
    case 'table':
      return tableOf(block);
    case 'rule':
      return `<hr style="${STYLES.hr}">`;
    default:
      return block satisfies never;
  }
}

function listOf(items: readonly Item[]): string {
  const tag = items.some(({ number }) => number !== undefined) ? 'ol' : 'ul';
  return `<${tag} dir="auto" style="${STYLES.list}">${items.map(itemOf).join('')}</${tag}>`;
}

/** Each number is its own: counting is left to nobody. */
function itemOf({ number, isDone, children }: Item): string {
  const value = number === undefined ? '' : ` value="${Number.parseInt(number, 10)}"`;
  const box = isDone === undefined ? '' : isDone ? '☑ ' : '☐ ';
  const [first, ...others] = children;
  const begin = first?.type === 'paragraph' ? inlinesOf(first.children) : first ? blockOf(first) : '';
  return `<li${value} style="${STYLES.li}">${box}${begin}${blocksOf(others)}</li>`;
}

function tableOf({ head, rows, align }: Table): string {
  const rowOf = (row: Row, tag: 'th' | 'td') =>
    `<tr>${row.map((cell, at) => cellOf(cell, tag, align[at])).join('')}</tr>`;
  const body = rows.map((row) => rowOf(row, 'td')).join('');
  return `<table style="${STYLES.table}"><thead>${rowOf(head, 'th')}</thead><tbody>${body}</tbody></table>`;
}

function cellOf(cell: readonly Inline[], tag: 'th' | 'td', align: Align = 'left'): string {
  return `<${tag} style="${STYLES.cell};text-align:${align}">${inlinesOf(cell)}</${tag}>`;
}

function inlinesOf(nodes: readonly Inline[], isInLink = false): string {
  let printed = '';
  for (const node of nodes) printed += inlineOf(node, isInLink);
  return printed;
}

function inlineOf(node: Inline, isInLink: boolean): string {
  switch (node.type) {
    case 'text':
      return lines(escapeHtml(node.text));
    case 'strong':
      return `<strong>${inlinesOf(node.children, isInLink)}</strong>`;
    case 'emphasis':
      return `<em>${inlinesOf(node.children, isInLink)}</em>`;
    case 'strike':
      return `<s>${inlinesOf(node.children, isInLink)}</s>`;
    case 'span':
      return `<code style="${STYLES.code}">${escapeHtml(node.code)}</code>`;
    case 'link':
      return anchor(node.url, inlinesOf(node.children, true), isInLink);
    case 'url':
      return anchor(node.url, escapeHtml(node.url), isInLink);
    case 'image':
      return anchor(node.url, escapeHtml(node.alt), isInLink);
    default:
      return node satisfies never;
  }
}

function anchor(url: string, label: string, isInLink: boolean): string {
  return isInLink ? label : `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${label}</a>`;
}

function lines(html: string): string {
  return html.replaceAll('\n', '<br>\n');
}
