import { describe, expect, it } from 'vitest';
import { createBlockRegistry } from '../../../src/producers/ui-block/registry.ts';
import type { TurnEvent } from '../../../src/protocol/turn-log.ts';
import type { TurnClient } from '../../../src/protocol/ui/turn-client.ts';
import { stages } from '../stages.ts';
import { declared, FEATURES, features, quote, quoting, recommending, slash } from './types.ts';

const blocks = createBlockRegistry([
  features,
  ...['1.0.0', '2.0.0', '3.0.0'].map((version) => declared('quote', version)),
]);

function stageFor(client: TurnClient | undefined) {
  const told: TurnEvent[] = [];
  let minted = 0;
  const stage = stages({ blocks, mint: (conversation) => `${conversation}_${++minted}` })({
    ...{ turnId: 't', run: 1, channel: 'c', conversation: 'here', personId: 'ann', client },
    hasText: () => false,
    tell: (event) => told.push(event),
  });
  return { stage, told };
}

const buy = recommending([slash('/buy BTC')]);
const fact = { type: 'block', ...buy } as const;
const block = { ...buy, id: 't.1.b1', data: { items: [slash('/buy BTC')] }, position: 'after_text' };
const widget = { type: 'feature_recommendation', id: 't.1.b1', items: [slash('/buy BTC')] };

describe('a block on the stage', () => {
  it('is told at once to a client that negotiated it, under an id of the run, and is not shown again with the reply', async () => {
    const { stage, told } = stageFor({ dialect: 'ubp', blocks: [FEATURES] });
    await stage.hear(fact);
    expect(told).toEqual([{ type: 'block', block }]);
    expect(stage.blocksShown).toBe(1);
    expect(stage.end()).toEqual({
      widgets: [{ widget, provenance: 'runtime', shownAs: block }],
      questions: [],
      notes: [],
    });
  });

  it('goes with the reply where our own printers draw, under an id that is sealed to its conversation', () => {
    const { stage, told } = stageFor(undefined);
    const sealed = { id: 'here_1' };
    const drawn = { ...widget, ...sealed };
    expect(stage.show(buy, 'recommender')).toEqual({ block: { ...block, ...sealed }, widget: drawn });
    expect(told).toEqual([]);
    expect(stage.end()).toEqual({ widgets: [{ widget: drawn, provenance: 'recommender' }], questions: [], notes: [] });
  });

  it.each<TurnClient>([
    { dialect: 'muxi' },
    { dialect: 'agent-ui' },
    { dialect: 'ubp' },
    { dialect: 'ubp', blocks: [] },
    { dialect: 'agent-ui', blocks: [FEATURES] },
  ])('is said in words to the client %j, with a note [UBP-12, UBP-13]', async (client) => {
    const { stage, told } = stageFor(client);
    await stage.hear(fact);
    expect(told).toEqual([]);
    expect(stage.blocksShown).toBe(0);
    const { widgets, notes } = stage.end();
    expect(widgets).toEqual([{ widget, provenance: 'runtime' }]);
    expect(notes.map(({ code }) => code)).toEqual(['ui_block_not_supported_by_client']);
  });

  it.each<[string, string[], string[], number]>([
    ['the later one', ['1.0.0', '2.0.0'], ['2.0.0'], 0],
    ['the later one, whichever comes first', ['2.0.0', '1.0.0'], ['2.0.0'], 0],
    ['words, where only the other one comes', ['1.0.0'], [], 1],
    ['that of the client, of three', ['1.0.0', '3.0.0', '2.0.0'], ['2.0.0'], 0],
    ['words for what no later one stands for', ['1.0.0', '1.0.0', '2.0.0'], ['2.0.0'], 1],
  ])('of two major versions is %s [UBP-14]', async (_, versions, sent, worded) => {
    const { stage, told } = stageFor({ dialect: 'ubp', blocks: [quote(1), quote(2)] });
    for (const version of versions) await stage.hear({ type: 'block', ...quoting(version) });
    stage.settle();
    expect(told.flatMap((event) => (event.type === 'block' ? event.block.version : []))).toEqual(sent);
    expect(stage.end().widgets.filter(({ shownAs }) => !shownAs)).toHaveLength(worded);
  });

  it('that its maker can mend is left to them: they say it themselves [UBP-24]', () => {
    const { stage } = stageFor({ dialect: 'ubp', blocks: [] });
    expect(stage.show(buy, 'tool_result')).toMatchObject({ refusal: 'ui_block_not_supported_by_client' });
    const { widgets, notes } = stage.end();
    expect(widgets).toEqual([]);
    expect(notes.map(({ code }) => code)).toEqual(['ui_block_not_supported_by_client']);
  });

  it('that is invalid, leads nowhere new or is one too many is a note only [UBP-30]', async () => {
    const { stage } = stageFor({ dialect: 'ubp', blocks: [] });
    for (const items of [[slash('/buy BTC')], [slash('/buy 2 BTC')], [], [slash('/b')], [slash('/c')]]) {
      await stage.hear({ type: 'block', ...recommending(items) });
    }
    const { widgets, notes } = stage.end();
    expect(widgets.length).toBe(2);
    expect(notes.map(({ code }) => code).filter((code) => code !== 'ui_block_not_supported_by_client')).toEqual([
      ...['ui_block_duplicate', 'ui_block_invalid_data', 'ui_block_turn_cap_exceeded'],
    ]);
  });

  it('is refused once the turn is over [UBP-22]', () => {
    const { stage, told } = stageFor({ dialect: 'ubp', blocks: [FEATURES] });
    stage.end();
    expect(stage.show(buy, 'recommender')).toMatchObject({ refusal: 'ui_block_turn_closed' });
    expect(told).toEqual([]);
  });

  it('of a formation shows its name where nobody knows it, and none of its data [UBP-21, UBP-52]', async () => {
    const { stage } = stageFor(undefined);
    await stage.hear({ type: 'block', ...quoting('2.0.0', { secret: 'hunter2' }) });
    expect(stage.end().widgets).toEqual([
      {
        widget: {
          type: 'external_block',
          id: 'here_1',
          namespace: 'acme.tools',
          block_type: 'quote',
          version: '2.0.0',
        },
        provenance: 'runtime',
      },
    ]);
  });

  it('is offered to an agent where it can be shown', () => {
    const named = (client: TurnClient | undefined) =>
      stageFor(client)
        .stage.offers()
        .map(({ blockType }) => blockType);
    expect(named(undefined)).toEqual(['feature_recommendation']);
    expect(named({ dialect: 'ubp', blocks: [FEATURES] })).toEqual(['feature_recommendation']);
    expect(named({ dialect: 'ubp' })).toEqual([]);
    expect(named({ dialect: 'muxi' })).toEqual([]);
  });
});
