/**
 * Reads server-sent events from the body of a response, as the HTML standard says: any line break, several `data` lines,
 * comments, a byte order mark, code points cut by a chunk. An event that the end of the stream cuts off is left out.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{event: string, data: string}>} `event` is "message" when the stream names none
 */
export async function* readEvents(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event = '';
  let data = [];
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the very end may be half of a line break.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop();
      for (const line of lines) {
        if (line !== '') {
          const [, field, content] = /^([^:]*):? ?(.*)$/s.exec(line);
          if (field === 'event') event = content;
          else if (field === 'data') data.push(content);
          continue;
        }
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
        event = '';
        data = [];
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
