import { listIn, objectIn, textIn } from '../../../protocol/loose.ts';

/** Longest result that a model is given, characters. */
const MAX_RESULT_CHARS = 32_768;
const CUT = '\n[The rest is left out: the result is too long.]';

/**
 * The result of an MCP tool in words for a model. `seen` is the model's view of it: the documents of views are gone by
 * then, and so is every other thing that is only for the person. Pictures and sounds are told of, not sent.
 */
export function resultWords(seen: unknown): string {
  const result = objectIn(seen);
  const content = listIn(result?.content);
  const words = content.map(blockWords).filter((text) => text !== '');
  // Servers repeat their structured content as text; where one does not, it is all there is.
  if (!content.some((block) => objectIn(block)?.type === 'text') && result?.structuredContent !== undefined) {
    words.push(JSON.stringify(result.structuredContent));
  }
  const whole = words.length > 0 ? words.join('\n') : 'Done.';
  const told = result?.isError === true ? `Error: ${whole}` : whole;
  return told.length <= MAX_RESULT_CHARS ? told : (textIn(told.slice(0, MAX_RESULT_CHARS)) ?? '') + CUT;
}

function blockWords(value: unknown): string {
  const block = objectIn(value);
  const resource = objectIn(block?.resource);
  switch (block?.type) {
    case 'text':
      return textIn(block.text) ?? '';
    case 'resource': {
      const uri = textIn(resource?.uri) ?? '';
      if (/^ui:/i.test(uri)) return '[A view of this is shown to the person.]';
      return textIn(resource?.text) ?? `[A resource: ${uri}]`;
    }
    case 'resource_link':
      return `[A resource: ${[textIn(block.name), textIn(block.uri)].filter(Boolean).join(', ')}]`;
    default:
      return `[A part of the type ${textIn(block?.mimeType) ?? textIn(block?.type) ?? 'unknown'}, which you cannot see.]`;
  }
}
