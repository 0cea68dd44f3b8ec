import { describe, expect, it } from 'vitest';
import { type ComposeDeps, compose, type Emitted } from '../../../src/pipeline/compose/compose.ts';
import { produce } from '../../../src/producers/produce.ts';
import type { AgentTurn } from '../../../src/protocol/agent-turn.ts';
import { DEFAULT_UI_LIMITS } from '../../../src/protocol/envelope.ts';
import type { Produced } from '../../../src/protocol/produced.ts';
import type { Widget } from '../../../src/protocol/widget.ts';
import { allWidgets } from '../../../src/widgets/all.ts';
import { chartSample } from '../../../src/widgets/chart/sample.ts';
import { rating } from '../../toys/rating.ts';

const links = new Map([['github', { label: 'Connect GitHub', url: 'https://github.example/a' }]]);
const widgetTypes = allWidgets();

function composed(turn: Partial<AgentTurn>, changes: Partial<ComposeDeps> & { produced?: Partial<Produced> } = {}) {
  const { produced, ...deps } = changes;
  let minted = 0;
  const made = produced && { widgets: [], questions: [], notes: [], ...produced };
  const emitted: Emitted[] = [];
  const envelope = compose(
    { text: '', ...turn },
    {
      widgetTypes,
      limits: DEFAULT_UI_LIMITS,
      onEmitted: (widgets) => emitted.push(...widgets),
      ...deps,
      produce: (agentTurn) => made ?? produce(agentTurn, { links, mint: () => `ui_${++minted}` }),
    },
  );
  return { ...envelope, emitted, codes: envelope.notes.map(({ code }) => code) };
}

const clarification = {
  prompt: 'Which region?',
  choices: [
    { value: 'us', label: 'United States' },
    { value: 'eu', label: 'Europe' },
  ],
};
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `${index}`, label: `C${index}` }));
const page = (text: string) => ({
  server: 'weather',
  tool: 'map',
  result: { content: [{ type: 'resource', resource: { uri: 'ui://a/b', text } }] },
});

describe('an envelope', () => {
  it('has the text, the widgets and the questions of a turn', () => {
    const { text, widgets, questions, notes } = composed({
      text: 'I need two things.',
      clarification,
      credential_redirect: { service: 'github' },
    });
    expect(text).toBe(
      'I need two things.\n\nWhich region?\n1. United States\n2. Europe\n\nConnect GitHub: https://github.example/a',
    );
    expect(widgets.map(({ type, id }) => `${id} ${type}`)).toEqual(['ui_1 options', 'ui_2 action_link']);
    expect(questions).toEqual([{ widgetId: 'ui_1', multi: false, ...clarification }]);
    expect(notes).toEqual([]);
  });

  it.each(['', 'Hello', ' Hello \n', 'Hello\r\n\u0000', '{"ui":[]}', 'event: ui\ndata: {}\n\n'])(
    'of a turn without facts is its text, byte for byte: %j [MUXI-2, HI-34]',
    (text) => {
      expect(composed({ text })).toEqual({ text, widgets: [], questions: [], notes: [], emitted: [], codes: [] });
    },
  );

  it('has a text of its own when the turn has none [MUXI-7]', () => {
    expect(composed({ text: '\u200b\n', clarification }).text).toBe(
      '\u200b\n\nWhich region?\n1. United States\n2. Europe',
    );
    expect(composed({ credential_redirect: { service: 'github' } }).text).toBe(
      'Connect GitHub: https://github.example/a',
    );
    expect(composed({ mcp_results: [page('<p>')] }).text).toBe(
      'An interactive view from map (weather) is available in the web chat.',
    );
  });

  it('leaves to the printer what it writes by itself, also when the turn has no text', () => {
    const shown = (widget: Widget) => ({ produced: { widgets: [{ widget, provenance: 'tool_result' as const }] } });
    const { fallbackText: _, ...untold } = chartSample;
    expect(composed({}, shown(untold as Widget)).text).toBe('');
    expect(composed({}, { ...shown(untold as Widget), widgetsEnabled: false }).text).toContain('Mon');
    expect(composed({}, shown(chartSample)).text).toBe(chartSample.fallbackText);
    const wordless = { ...chartSample, fallbackText: '' } as Widget;
    expect(composed({ text: 'Hello' }, { ...shown(wordless), isUnprinted: true }).text).toMatch(/^Hello/);
  });

  it('says the prompt of a question without choices, and keeps no question', () => {
    const { text, questions } = composed({ clarification: { prompt: 'What is your name?', choices: [] } });
    expect(text).toBe('What is your name?');
    expect(questions).toEqual([]);
  });

  it('keeps the notes of the producers, and adds its own behind them', () => {
    const { codes } = composed({
      credential_redirect: { service: 'github' },
      tool_results: [{ tool: 't', result: { _link: { url: 'x' } } }],
      mcp_results: [page('a'.repeat(70_000))],
    });
    expect(codes).toEqual(['link_refused', 'widget_too_large']);
  });
});

describe('a question outlives its widget', () => {
  it('of more than 25 choices [MUXI-24]', () => {
    const { text, widgets, questions, codes } = composed({
      clarification: { prompt: 'Where?', choices: numbered(26) },
    });
    expect(widgets).toEqual([]);
    expect(questions[0]?.choices).toHaveLength(26);
    expect(text).toContain('Where?\n1. C0\n2. C1\n');
    expect(text.endsWith('\n26. C25')).toBe(true);
    expect(codes).toEqual(['too_many_choices']);
  });

  it('of more than 4096 bytes [MUXI-24]', () => {
    const choices = numbered(25).map(({ value, label }) => ({ value: value + 'v'.repeat(200), label }));
    const { text, widgets, questions, codes } = composed({ clarification: { prompt: 'Where?', choices } });
    expect(widgets).toEqual([]);
    expect(questions[0]?.choices).toHaveLength(25);
    expect(text.endsWith('\n25. C24')).toBe(true);
    expect(codes).toEqual(['widget_too_large']);
  });

  it('with a value that no JSON reader takes [MUXI-25]', () => {
    const choices = [{ value: '\ud800', label: 'Odd' }, { value: 'b' }];
    const { text, widgets, questions, codes } = composed({ clarification: { prompt: 'Which?', choices } });
    expect(widgets).toEqual([]);
    expect(questions[0]?.choices[0]).toEqual({ value: '\ud800', label: 'Odd' });
    expect(text).toBe('Which?\n1. Odd\n2. b');
    expect(codes).toEqual(['widget_unserialisable']);
  });

  it('that is one too many', () => {
    const { text, widgets, questions, codes } = composed(
      { clarification },
      { limits: { ...DEFAULT_UI_LIMITS, widgets: 0 } },
    );
    expect({ widgets, questions: questions.length, codes }).toEqual({
      widgets: [],
      questions: 1,
      codes: ['widget_over_count'],
    });
    expect(text).toBe('Which region?\n1. United States\n2. Europe');
  });

  it('when widgets are switched off', () => {
    const turn = { clarification, credential_redirect: { service: 'github' } };
    const { text, widgets, questions, codes, emitted } = composed(turn, { widgetsEnabled: false });
    expect({ widgets, emitted, questions: questions.length, codes }).toEqual({
      widgets: [],
      emitted: [],
      questions: 1,
      codes: ['ui_switched_off'],
    });
    expect(text).toBe(composed(turn).text);
    expect(composed({ text: 'Hi' }, { widgetsEnabled: false }).codes).toEqual([]);
  });
});

describe('files', () => {
  it('with a URL are named with it', () => {
    const files = [{ name: 'Plan\n.pdf', mime: 'application/pdf', url: 'https://files.example/1' }];
    expect(composed({ text: 'Here:', files })).toMatchObject({
      text: 'Here:\n\nPlan .pdf: https://files.example/1',
      notes: [],
    });
  });

  it('without one, or with one that may not be shown, are named, and a note tells the developer', () => {
    const files = [
      { name: 'a.png', mime: 'image/png', data: 'AAAA' },
      { name: 'b.png', mime: 'image/png', url: 'javascript:alert(1)' },
    ];
    const { text, codes } = composed({ text: 'See a.png.', files });
    expect(text).toBe('See a.png.\n\nb.png');
    expect(codes).toEqual(['file_as_text', 'file_as_text']);
  });
});

describe('what was emitted', () => {
  it('is told once, after the clamp, with who vouched and the size [MUXI-25]', () => {
    const { emitted, widgets } = composed({ clarification, mcp_results: [page('a'.repeat(70_000)), page('<p>')] });
    expect(emitted).toEqual([
      {
        id: 'ui_1',
        type: 'options',
        provenance: 'clarification',
        bytes: Buffer.byteLength(JSON.stringify(widgets[0])),
      },
      { id: 'ui_3', type: 'mcp_resource', provenance: 'mcp_server', bytes: 102 },
    ]);
  });

  it('is not told when nothing was', () => {
    let calls = 0;
    const onEmitted = () => {
      calls += 1;
    };
    composed({ text: 'Hi' }, { onEmitted });
    composed({ mcp_results: [page('a'.repeat(70_000))] }, { onEmitted });
    expect(calls).toBe(0);
  });

  it('never has its provenance on the wire', () => {
    expect(JSON.stringify(composed({ clarification }).widgets)).not.toContain('provenance');
  });
});

describe('a widget type from outside', () => {
  const types = new Map([...widgetTypes, [rating.type, rating]]);
  const toy = { widgets: [{ widget: rating.sample, provenance: 'tool_result' as const }] };

  it('is completed, clamped and emitted like any other', () => {
    const { text, widgets, emitted } = composed({ text: 'Enjoy!' }, { widgetTypes: types, produced: toy });
    expect(text).toBe('Enjoy!\n\nHow was the soup?\n1. 1 star\n2. 2 stars\n3. 3 stars');
    expect(widgets).toEqual([rating.sample]);
    expect(emitted.map(({ type }) => type)).toEqual(['rating']);
  });

  it('is left out with a note where it is not registered [MUXI-9]', () => {
    expect(composed({ text: 'Enjoy!' }, { produced: toy })).toMatchObject({
      text: 'Enjoy!',
      widgets: [],
      codes: ['widget_unknown'],
    });
  });

  it('may offer a command and words of its own', () => {
    const trade = {
      ...rating,
      type: 'trade',
      lower: ({ id }: { id: string }) => [
        { type: 'prefill' as const, widgetId: id, label: 'Buy', command: '/buy 100 BTC' },
        { type: 'image' as const, widgetId: id, alt: 'A chart', png: () => Promise.reject(new Error('drawn')) },
      ],
    };
    const widget = { ...rating.sample, type: 'trade' };
    const produced = { widgets: [{ widget, provenance: 'tool_result' as const }] };
    const { text } = composed({}, { widgetTypes: new Map([['trade', trade]]) as ComposeDeps['widgetTypes'], produced });
    expect(text).toBe('Buy: /buy 100 BTC');
  });
});

describe('words of what could not be shown', () => {
  it('stand behind the text, each once, and not where the text says them', () => {
    const words = ['Monday: 3.', 'One junction.', 'Monday: 3.', 'Look.'];
    expect(composed({ text: 'Look.' }, { produced: { words } }).text).toBe('Look.\n\nMonday: 3.\n\nOne junction.');
  });
});
