import { ApiError, type AppApi } from './app-api.ts';
import type { Ask } from './dialogs.ts';
import { Refusal } from './refusal.ts';
import { visibleText } from './visible-text.ts';
import type { Words } from './words.ts';

/** So often a person says no to a tool before it is not asked for any more. */
const MAX_REFUSALS = 2;

/** Calls tools for an app; the person is asked first where the service says so. One question at a time. */
export class Approvals {
  readonly #callTool: AppApi['callTool'];
  readonly #ask: Ask;
  readonly #words: Words;
  readonly #allowed = new Set<string>();
  readonly #refusals = new Map<string, number>();
  #asking: Promise<unknown> = Promise.resolve();

  constructor(deps: { callTool: AppApi['callTool']; ask: Ask; words: Words }) {
    this.#callTool = deps.callTool;
    this.#ask = deps.ask;
    this.#words = deps.words;
  }

  async call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>> {
    const call = { name, arguments: args };
    try {
      return await this.#send({ ...call, approved: this.#allowed.has(name) }, signal);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (!(error instanceof ApiError)) throw new Refusal(this.#words.failed);
      if (error.code !== 'approval_required') throw new Refusal(error.message);
    }
    const answer = this.#asking.then(() => this.#mayCall(name, args, signal));
    this.#asking = answer.catch(() => {});
    if (!(await answer)) throw new Refusal(this.#words.toolDenied);
    return this.#send({ ...call, approved: true }, signal).catch((error: unknown) => {
      throw new Refusal(error instanceof ApiError || error instanceof Refusal ? error.message : this.#words.failed);
    });
  }

  async #send(...[call, signal]: Parameters<AppApi['callTool']>): Promise<Record<string, unknown>> {
    return (await this.#callTool(call, signal)) as Record<string, unknown>;
  }

  async #mayCall(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<boolean> {
    if (this.#allowed.has(name)) return true;
    const refusals = this.#refusals.get(name) ?? 0;
    if (refusals >= MAX_REFUSALS || signal.aborted) return false;
    const shown = JSON.stringify(args, null, 2);
    const answer = await this.#ask(
      {
        title: this.#words.mayCall(name),
        detail: shown === '{}' ? undefined : visibleText(shown),
        choices: [
          { value: 'once', label: this.#words.allowOnce },
          { value: 'always', label: this.#words.allowWhileOpen },
        ],
        no: this.#words.deny,
      },
      signal,
    );
    if (signal.aborted) return false;
    if (answer === 'always') this.#allowed.add(name);
    if (answer === undefined) this.#refusals.set(name, refusals + 1);
    return answer !== undefined;
  }
}
