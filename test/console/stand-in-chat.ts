import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { Encoder } from '../../src/dialects/encoder.ts';
import { ENCODERS } from '../../src/dialects/encoders.ts';
import { positionIn } from '../../src/dialects/frame.ts';
import type { LoggedEvent, TurnEvent } from '../../src/protocol/turn-log.ts';
import type { Dialect } from '../../src/protocol/ui/turn-client.ts';
import type { UiEnvelope } from '../../src/protocol/ui/ui-envelope.ts';

/** One reply of the stand-in agent on the web: what it says and the widgets that go with it. */
export interface Reply {
  text: string;
  ui?: unknown[];
  /** What happens beside it, behind the text. `envelope` is one that need not be right. */
  events?: (TurnEvent | { type: 'envelope'; envelopeId: string; createdAtMs: number; envelope: unknown })[];
  /** The stream says no more than so many events, until its line is broken. */
  cutBehind?: number;
}

/** Replies by message. `cut` says half a sentence, without a trace of the turn; `fail` is an error. */
export type Replies = Record<string, Reply | 'cut' | 'fail'>;

/** What the routes of the chat were asked. */
export interface Asked {
  posts: {
    path: string;
    query: Record<string, unknown>;
    headers: Record<string, unknown>;
    body: Record<string, unknown>;
  }[];
  resumes: { url: string; lastEventId: string | undefined }[];
  /** Reports of render status and of actions on blocks, in order. */
  reports: { path: string; body: unknown }[];
  /** Breaks the lines that say no more. The browser must have seen what they said: else it asks again by itself. */
  breakLines(): void;
}

const REGIONS = [
  { value: 'us', label: 'United States' },
  { value: 'eu', label: 'Europe' },
];

const REPLIES: Replies = {
  deploy: {
    text: 'Which region should I deploy to?\n\n1. United States\n2. Europe',
    ui: [{ type: 'options', id: 'ui_region', prompt: 'Region', multi: false, options: REGIONS }],
    events: [{ type: 'question', widgetId: 'ui_region', prompt: 'Region', choices: REGIONS, multi: false }],
  },
  Europe: { text: 'Deploying to eu.' },
  github: {
    text: 'I need your GitHub account first.\n\nConnect GitHub: https://github.com/login',
    ui: [
      {
        type: 'action_link',
        id: 'ui_link',
        label: 'Connect GitHub',
        url: 'https://github.com/login',
        hint: 'Opens GitHub to authorize access',
      },
    ],
  },
};

const ROUTES: Record<string, Dialect> = {
  '/v1/chat': 'muxi',
  '/v1/chat/stream': 'ubp',
  '/api/v1/agent/chat/stream': 'agent-ui',
};

/**
 * The chat routes as the service has them, over its own encoders; the agent behind them is a table. `refs` are payloads
 * by render ref, `history` the messages of every session.
 */
export function standInChat(
  { replies, refs, history }: { replies: Replies; refs: Record<string, unknown>; history: unknown[] },
  guard: RequestHandler,
): { router: Router; asked: Asked } {
  const silent: Response[] = [];
  const breakLines = () => {
    for (const response of silent.splice(0)) response.destroy();
  };
  const asked: Asked = { posts: [], resumes: [], reports: [], breakLines };
  const turns = new Map<string, { events: LoggedEvent[]; sessionId: string }>();
  const router = express.Router();
  const chat = [guard, express.json({ type: ['application/json', 'text/plain'] })];

  for (const [path, dialect] of Object.entries(ROUTES)) {
    router.post(path, chat, (request: Request, response: Response) => {
      const { query, headers, body } = request;
      asked.posts.push({ path, query: { ...query }, headers, body });
      const reply = replies[body.message] ?? REPLIES[body.message] ?? { text: `You said: ${body.message}` };
      if (reply === 'cut') {
        writeHalf(response, dialect);
        silent.push(response);
        return;
      }
      const turnId = `turn${turns.size}`;
      const events = eventsOf(reply, body).map((event, index) => ({ ...event, seq: index + 1 }) as LoggedEvent);
      turns.set(turnId, { events, sessionId: body.session_id });
      const encoder = encoderOf(dialect, turnId);
      begin(response, encoder);
      const { cutBehind } = reply === 'fail' ? {} : reply;
      for (const event of events.slice(0, cutBehind)) write(response, encoder, event);
      if (cutBehind === undefined) response.end();
      else silent.push(response);
    });
  }

  router.get('/v1/turns/:id/stream', guard, (request, response) => {
    const lastEventId = request.header('last-event-id');
    asked.resumes.push({ url: request.originalUrl, lastEventId });
    const turn = turns.get(String(request.params.id));
    if (!turn) return void response.status(404).json({ error: { message: 'No such turn.' } });
    const after = positionIn(lastEventId, String(request.params.id))?.seq ?? 0;
    const encoder = encoderOf(request.query.dialect as Dialect, String(request.params.id));
    begin(response, encoder);
    for (const event of turn.events.slice(after)) write(response, encoder, event);
    response.end();
  });

  router.post(
    ['/v1/telemetry/block-action', '/api/v1/agent/chat/envelopes/:id/status'],
    chat,
    (request: Request, response: Response) => {
      asked.reports.push({ path: request.path, body: request.body });
      response.status(204).end();
    },
  );
  router.get('/api/v1/agent/chat/sessions/:id/messages', guard, (_request, response) => {
    response.json({ messages: history });
  });
  router.get('/api/v1/agent/chat/render-ref/:ref', guard, (request, response) => {
    const payload = refs[String(request.params.ref)];
    if (payload === undefined || !request.query.session_id) response.status(404).json({ error: { message: 'Gone.' } });
    else response.json(payload);
  });
  return { router, asked };

  function encoderOf(dialect: Dialect, turnId: string): Encoder {
    const sessionId = turns.get(turnId)?.sessionId ?? '';
    // A careless server: whatever there is goes out, known to the client or not.
    const blocks = (turns.get(turnId)?.events ?? []).flatMap((event) => {
      if (event.type !== 'block') return [];
      const { namespace, block_type, version } = event.block;
      return [{ namespace, block_type, version: Number.parseInt(version, 10) }];
    });
    return ENCODERS[dialect]({ turnId, sessionId, blocks, nowMs: 1_764_510_000_000 });
  }
}

function eventsOf(
  reply: Reply | 'fail',
  { message, ui_response }: { message: string; ui_response?: object },
): TurnEvent[] {
  const asked: TurnEvent = {
    type: 'asked',
    message,
    receivedAtMs: 1_764_510_000_000,
    ...(ui_response && { uiResponse: { ...ui_response, label: message } as never }),
  };
  if (reply === 'fail')
    return [asked, { type: 'error', code: 'agent_failed', message: 'The agent could not be reached.' }];
  const { text, ui, events = [] } = reply;
  return [
    asked,
    ...text.split(/(?<= )/).map((delta): TurnEvent => ({ type: 'text', delta })),
    ...(events as (TurnEvent | { type: 'envelope'; envelopeId: string; createdAtMs: number; envelope: UiEnvelope })[]),
    ...(ui ? [{ type: 'ui', widgets: ui as never } as const] : []),
    { type: 'done' },
  ];
}

function begin(response: Response, encoder: Encoder): void {
  response.setHeader('content-type', 'text/event-stream');
  for (const frame of encoder.head(undefined)) response.write(frame);
  response.write('event: a_new_event\ndata: {"type":"a_new_event","data":{}}\n\n');
}

function write(response: Response, encoder: Encoder, event: LoggedEvent): void {
  for (const frame of encoder.frames({ run: 1, events: [event] })) response.write(frame);
}

function writeHalf(response: Response, dialect: Dialect): void {
  const half = dialect === 'muxi' ? '{"token":"Half of"}' : '{"type":"text_delta","data":{"delta":"Half of"}}';
  response.setHeader('content-type', 'text/event-stream');
  response.write(`data: ${half}\n\n`);
}
