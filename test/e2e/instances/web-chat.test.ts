import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { emptySchemaUrl, noPostgres } from '../../store/postgres/server.ts';
import { postTo } from '../service.ts';
import { type Instances, startInstances } from './instances.ts';

/** Holds a message `wait` until it is let go, and says by which instance it was run. */
const held: (() => void)[] = [];
let created = 0;
const holding: AgentType = {
  type: 'holding',
  settings: z.looseObject({}),
  create() {
    const instance = created++;
    return {
      async *run({ message }) {
        if (message === 'wait') await new Promise<void>((resolve) => held.push(resolve));
        yield { type: 'text', delta: `${message}, by ${instance}` };
        if (message === 'ask') yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'yes' }] };
        if (message === 'break') yield { type: 'error', message: 'broken' };
      },
    };
  },
};

describe.skipIf(noPostgres)('a web chat whose turn another instance takes', () => {
  let instances: Instances;
  beforeAll(async () => {
    instances = await startInstances(1, {
      formation: 'agent: { type: holding }\n',
      apiRoot: 'http://127.0.0.1:1',
      databaseUrl: await emptySchemaUrl(),
      agents: [holding],
    });
    await instances.startAnother();
  });
  afterAll(() => instances?.end());

  /** Sends `message` to instance 1 while instance 0 has the conversation, which it then takes up as well. */
  async function takenByTheOther(session: string, body: object): Promise<Response> {
    const [first, second] = instances.services;
    const chat = (url: string | undefined, posted: object) =>
      fetch(`${url}/v1/chat`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
        body: JSON.stringify({ session_id: session, ...posted }),
      });
    const before = chat(first?.url, { message: 'wait' });
    await expect.poll(() => held.length).toBe(1);
    const answer = chat(second?.url, body);
    await expect.poll(() => waitingTurns(first?.url)).toBe(1);
    held.pop()?.();
    await before;
    return answer;
  }

  it('answers as JSON, widgets included', async () => {
    const answer = await takenByTheOther('s1', { message: 'ask' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      data: {
        message: {
          content: expect.stringMatching(/^ask, by [01]\n\nGo\?\n1\. yes$/),
          ui: [{ type: 'options', prompt: 'Go?' }],
          metadata: { session_id: 's1' },
        },
      },
    });
  });

  it('ends its stream with the whole text, the widgets and done', async () => {
    const answer = await takenByTheOther('s2', { message: 'ask', stream: true });
    const text = await answer.text();
    const names = [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
    expect(names).toEqual(['ui', 'done']);
    expect(text).toMatch(/data: \{"token":"ask, by [01]/);
  });

  it('tells of a failure as a failure', async () => {
    const answer = await takenByTheOther('s3', { message: 'break' });
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'agent_failed' } });
  });

  it('finds the turn of a repeated key on the other instance', async () => {
    const headers = { 'X-User-Id': 'ann', 'Idempotency-Key': 'k1' };
    const answers = await Promise.all(
      instances.services.map(({ url }) => postTo(`${url}/v1/chat`, { message: 'hello', session_id: 's4' }, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });
});

async function waitingTurns(url: string | undefined): Promise<number> {
  const text = await fetch(`${url}/metrics`).then((response) => response.text());
  return Number(/^footbridge_waiting_turns (\d+)$/m.exec(text)?.[1]);
}
