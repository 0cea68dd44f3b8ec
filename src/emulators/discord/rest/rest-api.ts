import { Faults } from '../../faults.ts';
import type { ApiCall, Backstage, Fault } from '../backstage.ts';
import type { Body } from '../content.ts';
import { type RateLimits, rateLimited } from '../rate-limits.ts';
import { ApiRefusal, refusal } from '../refusal.ts';
import { applicationRoutes } from './application.ts';
import { channelRoutes } from './channels.ts';
import { interactionRoutes } from './interactions.ts';
import { messageRoutes } from './messages.ts';
import type { Route, Routes } from './route.ts';

const MAX_CALLS = 1000;
/** Of these only the token of the interaction is asked for; they do not count towards the bot's limit. */
const OPEN = /^[A-Z]+ \/(?:interactions|webhooks)\//;
const NEW_MESSAGE = 'POST /channels/:channel/messages';

/** `cut` closes the connection without an answer, `silence` leaves it open. */
export type Reply =
  | { status: number; body?: unknown; headers?: Readonly<Record<string, string>> }
  | { page: number }
  | 'cut'
  | 'silence';

export interface RestRequest {
  method: string;
  /** Below the version. */
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  body: Body | ApiRefusal;
}

interface Placed {
  name: string;
  method: string;
  steps: readonly string[];
  run: Route;
}

/** Answers what the app asks, keeps a record of it, and lets it go wrong where that is wanted. */
export class RestApi {
  /** The last 1000 calls, oldest first. */
  readonly calls: ApiCall[] = [];
  readonly #backstage: Backstage;
  readonly #rateLimits: RateLimits;
  readonly #faults = new Faults<Fault>();
  readonly #routes: readonly Placed[];

  constructor(backstage: Backstage, rateLimits: RateLimits) {
    this.#backstage = backstage;
    this.#rateLimits = rateLimits;
    const routes: Routes = {
      ...applicationRoutes(backstage),
      ...channelRoutes(backstage),
      ...messageRoutes(backstage),
      ...interactionRoutes(backstage),
    };
    this.#routes = Object.entries(routes).map(([name, run]) => {
      const [method = '', path = ''] = name.split(' ');
      return { name, method, steps: path.split('/'), run };
    });
  }

  /** The names of all routes, e.g. `POST /channels/:channel/messages`. */
  get routeNames(): string[] {
    return this.#routes.map(({ name }) => name);
  }

  failNext(route: string, fault: Fault): void {
    this.#faults.add(route, fault);
  }

  handle(request: RestRequest): Reply {
    const found = this.#find(request);
    if (found instanceof ApiRefusal) return refused(found);
    const { route, ids } = found;
    const { token: _, ...shownIds } = ids;
    const { body } = request;
    const isRead = !(body instanceof ApiRefusal);
    const record: ApiCall = {
      route: route.name,
      ids: shownIds,
      query: Object.fromEntries(request.query),
      body: isRead ? body.json : undefined,
      files: isRead ? [...body.files.values()].map(({ name }) => name) : [],
      atMs: this.#backstage.ids.nowMs(),
    };
    this.calls.push(record);
    if (this.calls.length > MAX_CALLS) this.calls.shift();
    const fault = this.#faults.take(route.name);
    if (fault === 'reset') return 'cut';
    if (fault === 'hang') return 'silence';
    if (typeof fault === 'number') return { page: fault };
    let reply: Exclude<Reply, string | { page: number }>;
    try {
      if (fault !== undefined && fault !== 'lost') throw scripted(fault);
      if (!isRead) throw body;
      reply = this.#run(route, ids, request, body);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      reply = refused(error);
    }
    if (fault === 'lost') return 'cut';
    const { headers: __, ...answer } = reply;
    record.answer = answer;
    return reply;
  }

  #run({ name, run }: Placed, ids: Record<string, string>, { query, authorization }: RestRequest, body: Body) {
    let headers: Record<string, string> = {};
    if (!OPEN.test(name)) {
      if (authorization !== `Bot ${this.#backstage.token}`) throw refusal('unauthorized');
      this.#rateLimits.takeGlobal();
    }
    if (name === NEW_MESSAGE) headers = this.#rateLimits.takeMessage(ids.channel ?? '');
    const answer = run({ ids, query, body });
    return answer === undefined ? { status: 204, headers } : { status: 200, body: answer, headers };
  }

  #find({ method, path }: RestRequest): { route: Placed; ids: Record<string, string> } | ApiRefusal {
    const steps = path.split('/');
    const here = this.#routes.filter(
      (route) =>
        route.steps.length === steps.length &&
        route.steps.every((step, index) => step.startsWith(':') || step === steps[index]),
    );
    // Routes stand in the order in which they are looked for: `@me` before `:user`.
    const route = here.find((candidate) => candidate.method === method);
    if (!route) return refusal(here.length > 0 ? 'methodNotAllowed' : 'notFound');
    const ids: Record<string, string> = {};
    for (const [index, step] of route.steps.entries()) {
      if (step.startsWith(':')) ids[step.slice(1)] = decodeURIComponent(steps[index] ?? '');
    }
    return { route, ids };
  }
}

function refused({ status, code, message, facts, headers }: ApiRefusal) {
  const body = status === 429 ? { message, ...facts } : { message, code, ...facts };
  return { status, body, headers };
}

function scripted(fault: Exclude<Fault, string | number>): ApiRefusal {
  if ('retryAfterSec' in fault) return rateLimited(fault.retryAfterSec, { isGlobal: fault.isGlobal ?? false });
  return new ApiRefusal(fault.status, fault.code, fault.message);
}
