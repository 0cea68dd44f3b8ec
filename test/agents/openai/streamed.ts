/** What a model says in one answer. */
export interface Said {
  text?: string;
  calls?: readonly { id?: string; name: string; args: unknown }[];
  finish?: string;
  /** Bytes per write. Default: all at once. */
  pieceBytes?: number;
}

export const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'small' },
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })}\n\n`;

/** An answer as OpenAI streams it: a role, words, calls with their arguments in pieces, an end, the usage. */
export function sseOf({ text = '', calls = [], finish }: Said): string {
  const frames = [chunk({ role: 'assistant', content: text === '' && calls.length > 0 ? null : '', refusal: null })];
  for (const word of text.match(/\s*\S+\s*/g) ?? []) frames.push(chunk({ content: word }));
  calls.forEach(({ id = 'call_abc', name, args }, at) => {
    const written = typeof args === 'string' ? args : JSON.stringify(args);
    frames.push(
      chunk({ tool_calls: [{ index: at, id: `${id}_${at}`, type: 'function', function: { name, arguments: '' } }] }),
    );
    for (let from = 0; from < written.length; from += 5) {
      frames.push(chunk({ tool_calls: [{ index: at, function: { arguments: written.slice(from, from + 5) } }] }));
    }
  });
  frames.push(chunk({}, finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')));
  frames.push(
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [], usage: { total_tokens: 9 } })}\n\n`,
  );
  return `${frames.join('')}data: [DONE]\n\n`;
}
