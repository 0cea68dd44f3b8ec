import type { Arguments } from './arguments.ts';
import { checkBlocks } from './blocks/check.ts';
import { ApiRefusal, refusalWith } from './refusal.ts';
import type { Block } from './wire.ts';

/** Slack cuts longer ones; refusing them makes the loss seen. docs.slack.dev, chat.postMessage, read 2026-11. */
const MAX_TEXT = 40_000;
/** Bytes, after `&`, `<` and `>` are escaped; for edits only. gitlab-org/gitlab!258898, read 2026-11. */
const MAX_EDITED_TEXT_BYTES = 4000;
/** Characters of the blocks' JSON; not documented, seen in slackapi/bolt-js#2509, read 2026-11. */
const MAX_BLOCKS_JSON = 13_200;
const MAX_MARKDOWN_TEXT = 12_000;

/** What a message says. Absent fields were not given: an edit leaves those as they are. */
export interface Content {
  text?: string;
  blocks?: Block[];
  attachments?: unknown[];
  metadata?: unknown;
}

/** Reads what a new message or an edit says. Throws the refusal of what Slack would not show. */
export function readContent(given: Arguments, { isEdit = false } = {}): Content {
  const markdown = given.text('markdown_text');
  const text = given.text('text') ?? markdown;
  const blocks = readBlocks(given);
  const attachments = readList(given, 'attachments', 'invalid_attachments_format');
  const metadata = given.json('metadata');
  if (metadata === 'malformed') throw new ApiRefusal('invalid_metadata_format');
  if (markdown !== undefined && (given.text('text') !== undefined || blocks)) {
    throw new ApiRefusal('markdown_text_conflict');
  }
  if ((text ?? '').trim() === '' && !blocks?.length && !attachments?.length) throw new ApiRefusal('no_text');
  if ((text ?? '').length > (markdown === undefined ? MAX_TEXT : MAX_MARKDOWN_TEXT)) {
    throw new ApiRefusal('msg_too_long');
  }
  if (isEdit && escapedBytes(text ?? '') > MAX_EDITED_TEXT_BYTES) throw new ApiRefusal('msg_too_long');
  return {
    ...(text === undefined ? {} : { text }),
    ...(blocks ? { blocks } : {}),
    ...(attachments ? { attachments } : {}),
    ...(metadata ? { metadata } : {}),
  };
}

function readBlocks(given: Arguments): Block[] | undefined {
  const blocks = readList(given, 'blocks', 'invalid_blocks_format');
  if (!blocks || blocks.length === 0) return blocks as Block[] | undefined;
  const faults = checkBlocks(blocks, 'message');
  if (faults.length > 0) throw refusalWith('invalid_blocks', faults);
  if (JSON.stringify(blocks).length > MAX_BLOCKS_JSON) throw new ApiRefusal('msg_blocks_too_long');
  return blocks as Block[];
}

function readList(given: Arguments, name: string, malformed: string): unknown[] | undefined {
  const value = given.json(name);
  if (value !== undefined && !Array.isArray(value)) throw new ApiRefusal(malformed);
  return value;
}

/** A mark of an entity that is written out already counts as it stands. */
function escapedBytes(text: string): number {
  return Buffer.byteLength(text.replace(/&(?!(?:amp|lt|gt);)/g, '&amp;'));
}
