import MarkdownIt from 'markdown-it';
import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';
import { bareUrl } from './bare-url.ts';
import { isData, linkTarget } from './link-target.ts';
import { blockMath, inlineMath } from './math.ts';
import { definitionRule, footnoteMark } from './references.ts';

/** Quotes count 1, lists 2. What is nested deeper is text. */
const MAX_NESTING = 24;

let parser: MarkdownIt | undefined;

/** The one parser, made on first use. CommonMark with tables and strikethrough; HTML is text. */
export function markdownParser(): MarkdownIt {
  parser ??= createParser();
  return parser;
}

function createParser(): MarkdownIt {
  const options = { html: false, maxNesting: MAX_NESTING };
  const made = new MarkdownIt(options);
  made.normalizeLink = (written) => (isData(written) ? written : linkTarget(written));
  made.normalizeLinkText = (written) => written;
  made.validateLink = (target) => target !== '';

  const { core, block, inline } = made;
  // The tree builder joins texts anyway.
  core.ruler.disable(['text_join']);
  inline.ruler2.disable(['fragments_join']);

  block.ruler.at('reference', definitionRule(blockRule(block, 'reference')));
  block.ruler.before('blockquote', 'formula', blockMath, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  inline.ruler.before('escape', 'math', inlineMath);
  inline.ruler.before('link', 'footnote_mark', footnoteMark);
  inline.ruler.at('linkify', bareUrl);
  keepWhatIsTooDeep(made);
  return made;
}

/** A rule by what the parser calls it. Its function has another name where the code was made small for browsers. */
function blockRule({ ruler }: MarkdownIt['block'], name: string): RuleBlock {
  const all = ruler.getRules('');
  ruler.disable(name);
  const others = ruler.getRules('');
  ruler.enable(name);
  const found = all.find((rule) => !others.includes(rule));
  if (!found) throw new TypeError(`markdown-it has no block rule '${name}'`);
  return found;
}

/** markdown-it leaves out what is nested too deep. It is kept here, as one paragraph. */
function keepWhatIsTooDeep({ block }: MarkdownIt): void {
  const tokenize = block.tokenize.bind(block);
  block.tokenize = (state, startLine, endLine) => {
    if (state.level < MAX_NESTING) {
      tokenize(state, startLine, endLine);
      return;
    }
    const content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
    if (content !== '') {
      state.push('paragraph_open', 'p', 1).map = [startLine, endLine];
      const inline = state.push('inline', '', 0);
      inline.content = content;
      inline.children = [];
      state.push('paragraph_close', 'p', -1);
    }
    state.line = endLine;
  };
}
