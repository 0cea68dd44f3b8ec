import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { onTestFinished } from 'vitest';
import { BridgeError } from '../../../src/protocol/errors.ts';
import type { LoggedEvent, TurnEvent } from '../../../src/protocol/turn-log.ts';
import { identify } from '../../../src/server/access.ts';
import { jsonBody } from '../../../src/server/json-body.ts';
import { agentChatRouter } from '../../../src/server/routes/agent-ui/router.ts';
import { createUserTokens } from '../../../src/server/user-token.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';

export const START_MS = 1_800_000_000_000;

/** What was said in a turn, beside its end. */
export interface Said {
  sessionId?: string;
  userId?: string;
  /** Absent = it still runs. */
  ends?: 'done' | 'dead';
}

/** The routes of agent-ui over a store in memory, on a port of their own. Key `k` is a client's. */
export async function agentUiRoutes() {
  const clock = { nowMs: START_MS };
  const store = createMemoryStore({ now: () => clock.nowMs });
  const userTokens = createUserTokens({ secrets: ['s'.repeat(32)], now: () => clock.nowMs });
  const app = express();
  const access = { keys: ['k'], adminKeys: [], origins: [], userTokens };
  const streams = { store, uiRegistry: {} } as unknown as Parameters<typeof agentChatRouter>[0];
  app.use('/api/v1/agent/chat', identify(access), ...jsonBody(), agentChatRouter(streams));
  const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error instanceof BridgeError ? error.status : (error.status ?? 500));
    response.json({ code: error.code, message: error.message });
  };
  app.use(answerError);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/agent/chat`;

  async function call(
    path: string,
    init: { user?: string; body?: unknown; method?: string; key?: string | null } = {},
  ) {
    const { user = 'ann', body, method = body === undefined ? 'GET' : 'POST', key = 'k' } = init;
    const response = await fetch(root + path, {
      method,
      headers: { 'X-User-Id': user, ...(key !== null && { Authorization: `Bearer ${key}` }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  /** Keeps a turn of the web chat in which this was said. */
  async function turn(turnId: string, events: readonly TurnEvent[], said: Said = {}): Promise<void> {
    const { sessionId = 's1', userId = 'ann', ends } = said;
    await store.accept({
      ...{ turnId, channel: 'web', dedupeKey: turnId, conversation: `web:${userId}:${sessionId}`, personId: userId },
      ...{ raw: '{}', receivedAtMs: clock.nowMs },
    });
    const [work] = await store.claimTurns(1);
    const entry = { run: 1, events: numbered(events), replaces: true };
    const claim = { turnId, epoch: work?.epoch ?? 0 };
    await store.turnLog.append({ ...claim, ...entry });
    if (ends) await store.finishTurn({ ...claim, state: ends, deliveries: [], questions: [] });
  }

  return { store, clock, call, turn, userToken: (userId: string) => userTokens.issue(userId, 60).token };
}

function numbered(events: readonly TurnEvent[]): LoggedEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1 }));
}
