import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptySchemaUrl, noPostgres } from '../../store/postgres/server.ts';
import { ask, DialectReader, goOn, turnIn } from '../streams/dialect-reading.ts';
import { next, pieces, runs } from '../streams/pieces.ts';
import { chat, Reader, resume, turnIdIn } from '../streams/reading.ts';
import { CARD, showing, shownRuns } from '../streams/showing.ts';
import { type Instances, startInstances } from './instances.ts';

const SOON = { timeout: 15_000, interval: 5 };

describe.skipIf(noPostgres)('a stream over several instances', () => {
  let instances: Instances;
  beforeAll(async () => {
    instances = await startInstances(2, {
      formation: 'agent: { type: pieces }\n',
      apiRoot: 'http://127.0.0.1:1',
      databaseUrl: await emptySchemaUrl(),
      agents: [pieces],
    });
  });
  afterAll(() => instances?.end());

  it('that is cut after any byte goes on at another one to the same end, with no second run', async () => {
    const [first, second] = instances.services;
    const message = 'Grüße 🙂\r\n\u0000 in pieces?';
    const bytes = new Uint8Array(await (await chat(first?.url, { message })).arrayBuffer());
    const whole = new Reader();
    whole.feed(bytes);
    expect(whole.shown).toMatchObject({ end: 'done', ui: [{ type: 'options' }] });
    for (let offset = 0; offset <= bytes.length; offset++) {
      const cut = new Reader();
      cut.feed(bytes.slice(0, offset));
      const resumed = await new Reader(cut.shown).read(await resume(second?.url, turnIdIn(whole), cut.shown));
      expect(resumed.shown, `cut after byte ${offset}`).toEqual(whole.shown);
    }
    expect(runs.filter((run) => run === message)).toHaveLength(1);
  }, 60_000);

  it('is read at one while another one runs it, from its beginning and from a place on', async () => {
    const [first, second] = instances.services;
    const message = 'held: between instances';
    const here = new Reader();
    const readHere = here.read(await chat(first?.url, { message }));
    await expect.poll(() => here.shown.text, SOON).toBe('held: ');
    const there = new Reader();
    const readThere = there.read(await resume(second?.url, turnIdIn(here)));
    await expect.poll(() => there.shown.text, SOON).toBe('held: ');
    next(message);
    await expect.poll(() => there.shown.text, SOON).toBe('held: betwee');
    const later = new Reader(there.shown);
    const readLater = later.read(await resume(second?.url, turnIdIn(here), there.shown));
    const letGo = () => {
      next(message);
      return here.shown.end;
    };
    await expect.poll(letGo, SOON).toBe('done');
    await Promise.all([readHere, readThere, readLater]);

    expect(here.shown).toMatchObject({ text: message, end: 'done', resets: 0 });
    expect(there.events).toEqual(here.events);
    expect(later.shown).toEqual(here.shown);
    expect(runs.filter((run) => run === message)).toHaveLength(1);
  });
});

describe.skipIf(noPostgres)('a stream of each dialect over several instances', () => {
  let instances: Instances;
  beforeAll(async () => {
    instances = await startInstances(2, {
      formation: 'agent: { type: showing }\n',
      apiRoot: 'http://127.0.0.1:1',
      databaseUrl: await emptySchemaUrl(),
      agents: [showing],
    });
  });
  afterAll(() => instances?.end());

  it.each([
    ['muxi', { dialect: 'muxi' }],
    ['ubp', { dialect: 'ubp', capabilities: CARD }],
    ['agent-ui', { dialect: 'agent-ui' }],
  ] as const)(
    'in %s, cut after any byte, goes on at another one to the same state',
    async (name, asking) => {
      const [first, second] = instances.services;
      const message = `between instances in ${name}`;
      const bytes = new Uint8Array(await (await ask(first?.url, asking, { message })).arrayBuffer());
      const whole = new DialectReader(asking.dialect);
      whole.feed(bytes);
      expect(whole.told.end).toBe('done');
      for (let offset = 0; offset <= bytes.length; offset++) {
        const cut = new DialectReader(asking.dialect);
        cut.feed(bytes.slice(0, offset));
        const resumed = await new DialectReader(asking.dialect, cut.told).read(
          await goOn(second?.url, turnIn(whole), asking, cut.told),
        );
        expect(resumed.told.parts, `cut after byte ${offset}`).toEqual(whole.told.parts);
        expect(resumed.told.end, `cut after byte ${offset}`).toBe('done');
      }
      expect(shownRuns.filter((run) => run === message)).toHaveLength(1);
    },
    120_000,
  );
});
