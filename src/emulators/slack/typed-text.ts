import type { Block } from './wire.ts';

/** What an app gets to read of what a person typed: the same words, once as text with marks and once as blocks. */
export interface TypedText {
  text: string;
  blocks: Block[];
}

const MENTION_OR_LINK = /<@([UW][A-Z0-9]+)>|<#(C[A-Z0-9]+)>|(https?:\/\/[^\s<>]+)/g;

/**
 * As Slack's apps send it: `&`, `<` and `>` escaped, links in `<…>`. A mention is written as `<@U…>` and a channel as
 * `<#C…>`, for the name that the app would have completed.
 */
export function readTypedText(typed: string, blockId: string): TypedText {
  let text = '';
  const elements: Block[] = [];
  const addWords = (words: string) => {
    if (words === '') return;
    text += escaped(words);
    elements.push({ type: 'text', text: words });
  };
  let end = 0;
  for (const match of typed.matchAll(MENTION_OR_LINK)) {
    addWords(typed.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, userId, channelId, url] = match;
    if (userId !== undefined) elements.push({ type: 'user', user_id: userId });
    else if (channelId !== undefined) elements.push({ type: 'channel', channel_id: channelId });
    else elements.push({ type: 'link', url });
    text += url === undefined ? whole : `<${escaped(url)}>`;
  }
  addWords(typed.slice(end));
  const section = { type: 'rich_text_section', elements };
  return { text, blocks: [{ type: 'rich_text', block_id: blockId, elements: [section] }] };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
