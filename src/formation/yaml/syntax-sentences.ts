import type { ErrorCode } from 'yaml';

/** What to do about each way in which YAML can be broken. The library's own words would quote the file. */
export const SYNTAX_SENTENCES: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'An alias (*name) takes no anchor and no tag. Remove them.',
  BAD_ALIAS: 'An anchor or alias needs a name, as in &name and *name. If it is text, put it in quotes.',
  BAD_COLLECTION_TYPE: 'The tag does not fit what follows. Remove the tag.',
  BAD_DIRECTIVE: 'This directive is not known. Remove the line.',
  BAD_DQ_ESCAPE: "This escape is not known. Write \\\\ for a backslash, or use 'single quotes'.",
  BAD_INDENT: 'The indentation does not fit the lines around it, or a bracket is not closed.',
  BAD_PROP_ORDER: 'An anchor or a tag goes after the "-", "?" or ":".',
  BAD_SCALAR_START: 'A text cannot start with this character. Put it in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'There is a second ": " here. Put the text in quotes, or check the indentation.',
  BLOCK_IN_FLOW: 'Indented maps and lists cannot stand inside { } or [ ].',
  DUPLICATE_KEY: 'The key appears twice. Keep one.',
  IMPOSSIBLE: 'This cannot be read as YAML.',
  KEY_OVER_1024_CHARS: 'The key is longer than 1024 characters.',
  MISSING_CHAR: 'Something is missing here: a closing quote, a comma, or ": " after a key.',
  MULTILINE_IMPLICIT_KEY: 'A key must be in one line and end with ": ". Check the lines around it.',
  MULTIPLE_ANCHORS: 'Two anchors stand here. Keep one.',
  MULTIPLE_DOCS: 'A second document starts here. Remove the "---".',
  MULTIPLE_TAGS: 'Two tags stand here. Keep one.',
  NON_STRING_KEY: 'A key must be text.',
  RESOURCE_EXHAUSTION: 'The file is nested too deeply.',
  TAB_AS_INDENT: 'A tab cannot indent YAML. Use spaces.',
  TAG_RESOLVE_FAILED: 'This tag is not known. Remove it.',
  UNEXPECTED_TOKEN: 'This cannot stand here. Check quotes, brackets and indentation.',
};

export const QUOTE_PLACEHOLDER = 'Inside { } and [ ] a placeholder must be in quotes: "${{ … }}".';
