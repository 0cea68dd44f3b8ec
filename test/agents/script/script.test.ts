import { describe, expect, it } from 'vitest';
import { script } from '../../../src/agents/script/index.ts';
import type { AgentEvent, ToolHost } from '../../../src/protocol/agent.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import type { Turn } from '../../../src/protocol/turn.ts';
import { NO_TOOLS, NOTHING_LENT } from '../turns.ts';

const noTools: ToolHost = {
  ...NO_TOOLS,
  call: async () => {
    throw new Error('no tool was to be called');
  },
};

function turn(message: string, more: Partial<Turn> = {}): Turn {
  return {
    turnId: 'turn_1',
    attempt: 1,
    channel: 'toy',
    conversation: 'toy:1',
    session: 'toy:1',
    person: { id: '7' },
    message,
    files: [],
    address: {},
    readsMarkdown: true,
    ...more,
  };
}

const unused = { update: '{}', log: silentLog, ...NOTHING_LENT };

async function run(replies: unknown[], said: Turn, tools = noTools): Promise<AgentEvent[]> {
  const agent = script.create(script.settings.parse({ replies }));
  const events: AgentEvent[] = [];
  for await (const event of agent.run(said, { signal: new AbortController().signal, tools, ...unused }))
    events.push(event);
  return events;
}

const answer = { id: 'ui_x', value: 'eu', label: 'Europe', prompt: 'Which region?' };

describe('the script agent', () => {
  it('answers with the first entry whose condition holds', async () => {
    const replies = [{ when: { text: 'deploy' }, turn: { text: 'one' } }, { turn: { text: 'two' } }];
    expect(await run(replies, turn('please DEPLOY now'))).toEqual([{ type: 'text', delta: 'one' }]);
    expect(await run(replies, turn('hello'))).toEqual([{ type: 'text', delta: 'two' }]);
  });

  it('says nothing when no entry fits', async () => {
    expect(await run([{ when: { text: 'x' }, turn: { text: 'one' } }], turn('hello'))).toEqual([]);
  });

  it('tells an answer from a message, and questions from each other', async () => {
    const replies = [
      { when: { prompt: 'account' }, turn: { text: 'account' } },
      { when: { ui_response: true }, turn: { text: '${{ turn.ui_response.value }} ${{turn.ui_response.label}}' } },
      { when: { ui_response: false }, turn: { text: 'plain' } },
    ];
    expect(await run(replies, turn('Europe', { uiResponse: answer }))).toEqual([{ type: 'text', delta: 'eu Europe' }]);
    expect(await run(replies, turn('Europe'))).toEqual([{ type: 'text', delta: 'plain' }]);
    const account = { ...answer, prompt: 'Which account?' };
    expect(await run(replies, turn('x', { uiResponse: account }))).toEqual([{ type: 'text', delta: 'account' }]);
  });

  it('fills the turn into every string, and shows what a person wrote as it is', async () => {
    const replies = [
      {
        turn: {
          text: 'You (${{ turn.user_id }}) said: ${{ turn.text }}',
          clarification: { prompt: 'Repeat ${{ turn.text }}?', choices: [{ value: '${{ turn.text }}' }] },
        },
      },
    ];
    expect(await run(replies, turn('$& ${{ turn.user_id }}'))).toEqual([
      // Its text is Markdown, in which a dollar may begin a formula.
      { type: 'text', delta: String.raw`You (7) said: \$& \${{ turn.user_id }}` },
      {
        type: 'clarification',
        prompt: 'Repeat $& ${{ turn.user_id }}?',
        choices: [{ value: '$& ${{ turn.user_id }}' }],
      },
    ]);
  });

  it('shows the words of a person as they were written, wherever Markdown is read [CH-78]', async () => {
    const replies = [{ turn: { text: '**You said:** ${{ turn.text }}' } }];
    const text = async (message: string) => (await run(replies, turn(message)))[0];
    expect(await text('a_b costs 5 * 3, ok?')).toEqual({ type: 'text', delta: '**You said:** a_b costs 5 \\* 3, ok?' });
    const toTheLetter = (await run(replies, turn('*foo*', { readsMarkdown: false })))[0];
    expect(toTheLetter).toEqual({ type: 'text', delta: '**You said:** *foo*' });
    expect(await text('[x](http://a.example) *foo* ~b~')).toEqual({
      type: 'text',
      delta: '**You said:** \\[x](http://a.example) \\*foo\\* \\~b\\~',
    });
  });

  it('calls tools first and reports their results as facts', async () => {
    const calls: unknown[] = [];
    const tools: ToolHost = {
      ...NO_TOOLS,
      async call(request) {
        calls.push(request);
        return { content: [] };
      },
    };
    const replies = [
      { mcp_calls: [{ server: 's', tool: 't', args: { q: '${{ turn.text }}' } }], turn: { text: 'done' } },
    ];
    expect(await run(replies, turn('hi'), tools)).toEqual([
      { type: 'mcp_result', server: 's', tool: 't', args: { q: 'hi' }, result: { content: [] } },
      { type: 'text', delta: 'done' },
    ]);
    expect(calls).toEqual([{ server: 's', tool: 't', args: { q: 'hi' } }]);
  });

  it('refuses a pattern that is no RE2 expression, and a variable that it does not know', () => {
    const faults = script.settings.safeParse({
      replies: [{ when: { text: '(?=x)' }, turn: { text: '${{ turn.txt }}' } }],
    });
    expect(faults.error?.issues.map((issue) => issue.path.join('.'))).toEqual([
      'replies.0.when.text',
      'replies.0.turn',
    ]);
    expect(faults.error?.issues[1]?.message).toContain('turn.txt');
  });

  it('a pattern cannot be made to run for ever', async () => {
    const started = performance.now();
    await run([{ when: { text: '(a+)+$' }, turn: { text: 'x' } }], turn(`${'a'.repeat(50_000)}!`));
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('stops waiting when the turn is given up', async () => {
    const agent = script.create(script.settings.parse({ replies: [{ delay_ms: 60_000, turn: { text: 'late' } }] }));
    const giveUp = new AbortController();
    const running = agent
      .run(turn('x'), { signal: giveUp.signal, tools: noTools, ...unused })
      [Symbol.asyncIterator]()
      .next();
    giveUp.abort();
    await expect(running).rejects.toThrow(/abort/i);
  });
});
