import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clamp } from '../../../src/pipeline/compose/clamp.ts';
import { DEFAULT_UI_LIMITS } from '../../../src/protocol/envelope.ts';
import type { Ledger } from '../../../src/protocol/widget.ts';

/** A widget whose compact JSON has exactly this many bytes. */
function sized(bytes: number, ledger: Ledger = 'standard', id = 'ui_1') {
  const empty = Buffer.byteLength(JSON.stringify({ type: 'toy', id, text: '' }));
  const widget = { type: 'toy', id, text: 'a'.repeat(bytes - empty) };
  return { widget, ledger, provenance: 'runtime' as const };
}

function kept(entries: Parameters<typeof clamp>[0], limits = {}) {
  const { kept, notes } = clamp(entries, { ...DEFAULT_UI_LIMITS, ...limits });
  return { sizes: kept.map(({ bytes }) => bytes), ids: kept.map(({ entry }) => entry.widget.id), kept, notes };
}

const codesOf = (notes: readonly { code: string }[]) => notes.map(({ code }) => code);

describe('one widget', () => {
  it('of 4096 bytes passes and of 4097 bytes is dropped whole [MUXI-22]', () => {
    expect(kept([sized(4096)]).sizes).toEqual([4096]);
    const { sizes, notes } = kept([sized(4097)]);
    expect(sizes).toEqual([]);
    expect(notes).toEqual([
      {
        code: 'widget_too_large',
        widgetId: 'ui_1',
        message: "Widget 'toy' goes as text only: it is larger than 4096 bytes, the limit of one standard widget.",
      },
    ]);
  });

  it('of a resource passes with 65536 bytes and not with 65537 [MUXI-22]', () => {
    expect(kept([sized(65_536, 'resource')]).sizes).toEqual([65_536]);
    expect(codesOf(kept([sized(65_537, 'resource')]).notes)).toEqual(['widget_too_large']);
  });

  it('is counted in bytes of UTF-8, not in characters [MUXI-22]', () => {
    const widget = { type: 'toy', id: 'ui_1', text: 'é'.repeat(2100) };
    expect(codesOf(kept([{ widget, ledger: 'standard', provenance: 'runtime' }]).notes)).toEqual(['widget_too_large']);
  });

  it('is counted with the escapes of its JSON', () => {
    const widget = { type: 'toy', id: 'ui_1', text: '"'.repeat(2100) };
    expect(codesOf(kept([{ widget, ledger: 'standard', provenance: 'runtime' }]).notes)).toEqual(['widget_too_large']);
  });
});

describe('an envelope', () => {
  it('keeps the first 8 of 9 widgets [MUXI-23, HI-46]', () => {
    const entries = Array.from({ length: 9 }, (_, index) => sized(100, 'standard', `ui_${index}`));
    const { ids, notes } = kept(entries);
    expect(ids).toEqual(['ui_0', 'ui_1', 'ui_2', 'ui_3', 'ui_4', 'ui_5', 'ui_6', 'ui_7']);
    expect(codesOf(notes)).toEqual(['widget_over_count']);
  });

  it('counts both kinds together [MUXI-23]', () => {
    const entries = Array.from({ length: 10 }, (_, index) => sized(100, index % 2 ? 'standard' : 'resource'));
    expect(kept(entries).sizes).toHaveLength(8);
  });

  it('does not count what is dropped [MUXI-23]', () => {
    const entries = [sized(5000), ...Array.from({ length: 8 }, () => sized(100))];
    expect(kept(entries).sizes).toHaveLength(8);
  });

  it('holds 16384 bytes of standard widgets, equal passes [MUXI-23]', () => {
    const entries = [sized(4096), sized(4096), sized(4096), sized(4096), sized(60)];
    expect(kept(entries).sizes).toEqual([4096, 4096, 4096, 4096]);
    expect(codesOf(kept(entries).notes)).toEqual(['widget_over_total']);
  });

  it('keeps a small resource behind 6 large widgets: the ledgers are independent [MUXI-23, HI-46]', () => {
    const entries = [...Array.from({ length: 6 }, () => sized(3994)), sized(1024, 'resource')];
    expect(kept(entries).sizes).toEqual([3994, 3994, 3994, 3994, 1024]);
  });

  it('keeps 2 of 3 large resources, and the small link behind them [MUXI-23, HI-46]', () => {
    const large = sized(65_336, 'resource');
    expect(kept([large, large, large, sized(120)]).sizes).toEqual([65_336, 65_336, 120]);
  });

  it('skips what overflows and goes on with what still fits, in order [MUXI-23]', () => {
    const sizes = [4000, 4000, 4000, 4000, 400, 300, 85, 84];
    expect(kept(sizes.map((bytes) => sized(bytes))).sizes).toEqual([4000, 4000, 4000, 4000, 300, 84]);
  });

  it('follows the limits that it is given', () => {
    expect(kept([sized(100), sized(100)], { widgets: 1 }).sizes).toEqual([100]);
    expect(kept([sized(100)], { widgets: 0 }).sizes).toEqual([]);
    expect(kept([sized(5000)], { widgetBytes: 5000 }).sizes).toEqual([5000]);
  });

  it('never changes or reorders a widget, and never exceeds a limit', () => {
    const entry = fc.record({ bytes: fc.integer({ min: 60, max: 6000 }), isResource: fc.boolean() });
    const limits = {
      widgets: 5,
      widgetBytes: 3000,
      resourceBytes: 4000,
      totalWidgetBytes: 7000,
      totalResourceBytes: 9000,
      envelopeBytes: 4000,
      totalEnvelopeBytes: 9000,
    };
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (given) => {
        const entries = given.map(({ bytes, isResource }) => sized(bytes, isResource ? 'resource' : 'standard'));
        const { kept, notes } = clamp(entries, limits);
        const places = kept.map((one) => entries.indexOf(one.entry));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        expect(kept.length).toBeLessThanOrEqual(5);
        expect(kept.length + notes.length).toBe(entries.length);
        for (const [ledger, total] of [
          ['standard', 7000],
          ['resource', 9000],
        ] as const) {
          const sum = kept.filter(({ entry }) => entry.ledger === ledger).reduce((all, { bytes }) => all + bytes, 0);
          expect(sum).toBeLessThanOrEqual(total);
        }
      }),
    );
  });
});

describe('a widget that cannot be written', () => {
  const dropsAlone = (fields: Record<string, unknown>) => {
    const widget = { type: 'toy', id: 'ui_1', ...fields };
    const entry = { widget, ledger: 'standard' as const, provenance: 'runtime' as const };
    const { ids, notes } = kept([sized(100, 'standard', 'ui_a'), entry, sized(100, 'standard', 'ui_b')]);
    expect(ids).toEqual(['ui_a', 'ui_b']);
    expect(codesOf(notes)).toEqual(['widget_unserialisable']);
  };
  it('because of a cycle, a bigint or a toJSON that throws is dropped alone [MUXI-25]', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    dropsAlone({ cycle });
    dropsAlone({ big: 1n });
    dropsAlone({
      toJSON() {
        throw new Error('no');
      },
    });
    dropsAlone({ toJSON: () => undefined });
  });

  it('because it is nested 20,000 deep is dropped alone', () => {
    let deep: unknown[] = [];
    for (let level = 0; level < 20_000; level++) deep = [deep];
    dropsAlone({ deep });
  });

  it.each(['\ud800', 'a\udc00b', '\\\ud800', '\ud83d', '\udc00\ud800'])(
    'because of a lone surrogate is dropped alone: %j [MUXI-25]',
    (text) => {
      dropsAlone({ text });
      dropsAlone({ [text]: 1 });
    },
  );

  it.each(['🙂', '\\ud800', '\\\\ud800', 'C:\\udata'])('is not one that holds %s', (text) => {
    const entry = {
      widget: { type: 'toy', id: 'ui_1', text },
      ledger: 'standard' as const,
      provenance: 'runtime' as const,
    };
    expect(kept([entry]).ids).toEqual(['ui_1']);
  });
});
