import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUiWidgets } from '../../src/client/parse-ui-widgets.ts';

const widget = { type: 'options', id: 'ui_1', prompt: 'Größe? 🙂', options: [] };
const ui = (data: unknown) => ({ event: 'ui', data: JSON.stringify(data) });

describe('parseUiWidgets', () => {
  it('gives the widgets of a well-formed ui frame [MUXI-40]', () => {
    expect(parseUiWidgets(ui({ ui: [widget] }))).toEqual([widget]);
  });

  it('gives nothing for any other event, malformed JSON, a missing key or no list [MUXI-40]', () => {
    for (const frame of [
      { data: JSON.stringify({ ui: [widget] }) },
      { event: 'done', data: JSON.stringify({ ui: [widget] }) },
      { event: 'ui', data: '{"ui":[' },
      { event: 'ui', data: '' },
      ui(null),
      ui([widget]),
      ui({}),
      ui({ ui: null }),
      ui({ ui: widget }),
      ui('ui'),
    ]) {
      expect(parseUiWidgets(frame), JSON.stringify(frame)).toEqual([]);
    }
  });

  it('leaves out entries that are no widgets', () => {
    expect(parseUiWidgets(ui({ ui: [null, 7, {}, { type: 'x' }, { id: 'y' }, widget] }))).toEqual([widget]);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (data) => Array.isArray(parseUiWidgets({ event: 'ui', data }))));
    fc.assert(fc.property(fc.jsonValue(), (data) => Array.isArray(parseUiWidgets(ui(data)))));
  });

  it('reads a stream however it is cut: borders, CRLF, comments, a BOM, a split character [MUXI-41]', () => {
    const stream = `\uFEFF: hello\r\nid: t.1.1\r\ndata: {"token":"é"}\r\n\r\nevent: ui\r\ndata: {"ui":\r\ndata: [${JSON.stringify(widget)}]}\r\n\r\nevent: done\r\ndata: {"finished":true}\r\n\r\n`;
    const bytes = new TextEncoder().encode(stream);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), (cuts) => {
        const events: EventSourceMessage[] = [];
        const parser = createParser({ onEvent: (event) => events.push(event) });
        const decoder = new TextDecoder();
        const borders = [0, ...cuts, bytes.length].sort((a, b) => a - b);
        for (let at = 1; at < borders.length; at++) {
          parser.feed(decoder.decode(bytes.slice(borders[at - 1], borders[at]), { stream: true }));
        }
        expect(events.map((event) => event.event)).toEqual([undefined, 'ui', 'done']);
        expect(events.flatMap(parseUiWidgets)).toEqual([widget]);
      }),
    );
  });
});
