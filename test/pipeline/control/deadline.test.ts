import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hearAgent } from '../../../src/pipeline/turn/hear-agent.ts';
import { createLiveTurns } from '../../../src/pipeline/turn/live-turns.ts';
import type { ReadTurn } from '../../../src/pipeline/turn/read-turn.ts';
import type { AgentEvent } from '../../../src/protocol/agent.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import type { Turn } from '../../../src/protocol/turn.ts';
import { NO_TOOLS } from '../../agents/turns.ts';
import { stages } from '../../producers/stages.ts';
import { openChat, soon } from './chat.ts';

/** Says what it was told to, and then goes on for ever, deaf to its signal. */
async function* deaf(turn: Turn): AsyncGenerator<AgentEvent> {
  if (turn.message === 'quick') {
    yield { type: 'text', delta: 'Quick.' };
    return;
  }
  yield { type: 'text', delta: 'So far ' };
  yield { type: 'text', delta: 'so good. ' };
  await sleep(150);
  yield { type: 'text', delta: 'Too late.' };
}

describe('the deadline of a turn', () => {
  it('shows what was said until then, and says why that is all', async () => {
    const chat = openChat({ agent: deaf, rules: { deadlineMs: 30 } });
    const { turnId = '' } = await chat.say('a', 'slow');
    await soon(() => chat.read('a')).toEqual([
      'So far so good.\n\nThis took too long, so I stopped here. Please try again.',
    ]);
    expect(await chat.store.turn(turnId)).toMatchObject({ state: 'done', reason: 'deadline' });
  });

  it('frees the conversation, though the agent does not hear its signal', async () => {
    const chat = openChat({ agent: deaf, rules: { deadlineMs: 30 } });
    await chat.say('a', 'slow');
    await chat.say('a', 'quick');
    await soon(() => chat.read('a')).toHaveLength(2);
    expect(chat.read('a')[1]).toBe('Quick.');
    await sleep(200);
    expect(chat.read('a').join()).not.toContain('Too late');
  });

  it('aborts the signal of the agent, and what it throws then is no failure', async () => {
    let wasAborted = false;
    const chat = openChat({
      async *agent(_turn, { signal }) {
        yield { type: 'text', delta: 'Hm' };
        await sleep(10_000, undefined, { signal }).catch((error) => {
          wasAborted = signal.aborted;
          throw error;
        });
      },
      rules: { deadlineMs: 20 },
    });
    await chat.say('a', 'slow');
    await soon(() => chat.read('a')).toEqual(['Hm\n\nThis took too long, so I stopped here. Please try again.']);
    expect(wasAborted).toBe(true);
  });

  it('leaves a turn alone that ends in time', async () => {
    const chat = openChat({ agent: deaf, rules: { deadlineMs: 60_000 } });
    await chat.say('a', 'quick');
    await soon(() => chat.read('a')).toEqual(['Quick.']);
  });

  it('hears nothing that comes after it', async () => {
    const live = createLiveTurns().begin('t1');
    const heard: string[] = [];
    const turn = { message: 'slow' } as ReadTurn;
    const onText = (delta: string) => heard.push(delta);
    const said = await hearAgent(turn, live, {
      agent: { run: deaf },
      tools: NO_TOOLS,
      stage: stages()({
        turnId: 't1',
        run: 1,
        channel: 'toy',
        conversation: 'toy:1',
        personId: '7',
        client: undefined,
        hasText: () => true,
      }),
      history: async () => [],
      log: silentLog,
      deadlineMs: 30,
      onText,
    });
    await sleep(200);
    expect([said, heard, live.cut]).toEqual([{ text: 'So far so good. ' }, ['So far ', 'so good. '], 'deadline']);
  });
});
