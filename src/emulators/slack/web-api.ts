import type { Faults } from '../faults.ts';
import { Arguments } from './arguments.ts';
import type { ApiCall, Backstage, Credentials, Fault, Method, OpenMethod } from './backstage.ts';
import { chatMethods } from './methods/chat.ts';
import { conversationMethods } from './methods/conversations.ts';
import { fileMethods } from './methods/files.ts';
import { reactionMethods } from './methods/reactions.ts';
import { openMethods, teamMethods } from './methods/team.ts';
import { viewMethods } from './methods/views.ts';
import { ApiRefusal, rateLimited } from './refusal.ts';
import type { ResponseUrls } from './response-urls.ts';
import { type Reply, refused } from './server.ts';
import type { ApiAnswer } from './wire.ts';

const MAX_CALLS = 1000;

/** Answers what the app asks, keeps a record of it, and lets it go wrong where that is wanted. */
export class WebApi {
  /** The last 1000 calls, oldest first. */
  readonly calls: ApiCall[] = [];
  readonly #backstage: Backstage;
  readonly #responseUrls: ResponseUrls;
  readonly #faults: Faults<Fault>;
  readonly #methods: Map<string, Method>;
  readonly #openMethods: Map<string, OpenMethod>;

  constructor(backstage: Backstage, responseUrls: ResponseUrls, faults: Faults<Fault>) {
    this.#backstage = backstage;
    this.#responseUrls = responseUrls;
    this.#faults = faults;
    this.#openMethods = new Map(Object.entries(openMethods(backstage)));
    this.#methods = new Map(
      Object.entries({
        ...teamMethods(backstage),
        ...chatMethods(backstage),
        ...conversationMethods(backstage),
        ...fileMethods(backstage),
        ...reactionMethods(backstage),
        ...viewMethods(backstage),
      }),
    );
  }

  call(name: string, values: Map<string, unknown>, credentials: Credentials): Reply {
    const given = new Arguments(values);
    const workspace = this.#backstage.world.workspaceByToken(credentials.token ?? '');
    const team = workspace ? { teamId: workspace.team.id } : {};
    return this.#run({ method: name, parameters: given.toObject(), atMs: this.#nowMs(), ...team }, () => {
      const open = this.#openMethods.get(name);
      if (open) return open(given, credentials);
      const method = this.#methods.get(name);
      if (!method) throw new ApiRefusal('unknown_method', { req_method: name });
      if (credentials.token === undefined) throw new ApiRefusal('not_authed');
      if (!workspace) {
        const isAppToken = credentials.token === this.#backstage.world.app.appToken;
        throw new ApiRefusal(isAppToken ? 'not_allowed_token_type' : 'invalid_auth');
      }
      if (!workspace.isInstalled) throw new ApiRefusal('account_inactive');
      return method(given, workspace);
    });
  }

  /** What was posted to a `response_url`. */
  respond(path: string, values: Map<string, unknown>): Reply {
    const given = new Arguments(values);
    return this.#run({ method: 'response_url', parameters: given.toObject(), atMs: this.#nowMs() }, () => {
      this.#responseUrls.use(path, given);
      return {};
    });
  }

  #run(record: ApiCall, run: () => object): Reply {
    this.calls.push(record);
    if (this.calls.length > MAX_CALLS) this.calls.shift();
    const fault = this.#faults.take(record.method);
    if (fault === 'reset') return 'cut';
    if (fault === 'hang') return 'silence';
    if (typeof fault === 'number') return { page: fault };
    let reply: Reply;
    try {
      if (fault !== undefined && fault !== 'lost') throw scripted(fault);
      reply = { answer: { ok: true, ...run() } satisfies ApiAnswer };
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      reply = refused(error);
    }
    if (typeof reply === 'object' && 'answer' in reply) record.answer = reply.answer;
    return fault === 'lost' ? 'cut' : reply;
  }

  #nowMs(): number {
    return this.#backstage.world.ids.nowMs();
  }
}

function scripted(fault: Exclude<Fault, string | number>): ApiRefusal {
  if ('retryAfterSec' in fault) return rateLimited(Number(fault.retryAfterSec));
  const { error, ...facts } = fault;
  return new ApiRefusal(String(error), facts);
}
