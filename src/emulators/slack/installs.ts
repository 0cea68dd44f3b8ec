import { randomUUID } from 'node:crypto';
import { dropOldest } from '../drop-oldest.ts';
import { ApiRefusal } from './refusal.ts';
import type { App, Workspace } from './world.ts';

/** "Codes expire after 10 minutes", docs.slack.dev/authentication/installing-with-oauth, read 2026-11. */
const LIFETIME_MS = 600_000;
const MAX_OPEN = 100;

interface Grant {
  workspace: Workspace;
  scope: string;
  redirectUri: string;
  atMs: number;
}

/** Installs of the app: people agree at once, and the app turns the code that it gets into a token. */
export class Installs {
  readonly #app: App;
  readonly #now: () => number;
  readonly #grants = new Map<string, Grant>();

  constructor(app: App, now: () => number) {
    this.#app = app;
    this.#now = now;
  }

  /** Where the browser goes on to; nothing when the link is not one of this app. */
  authorize(link: URL, workspace: Workspace): URL | undefined {
    const redirectUri = link.searchParams.get('redirect_uri') ?? '';
    if (link.searchParams.get('client_id') !== this.#app.clientId || !URL.canParse(redirectUri)) return undefined;
    const code = randomUUID();
    const scope = link.searchParams.get('scope') ?? '';
    this.#grants.set(code, { workspace, scope, redirectUri, atMs: this.#now() });
    dropOldest(this.#grants, MAX_OPEN);
    const next = new URL(redirectUri);
    next.searchParams.set('code', code);
    next.searchParams.set('state', link.searchParams.get('state') ?? '');
    return next;
  }

  exchange(given: { code: string; clientId?: string; clientSecret?: string; redirectUri?: string }): object {
    if (given.clientId !== this.#app.clientId) throw new ApiRefusal('invalid_client_id');
    if (given.clientSecret !== this.#app.clientSecret) throw new ApiRefusal('bad_client_secret');
    const grant = this.#grants.get(given.code);
    this.#grants.delete(given.code);
    if (!grant || this.#now() - grant.atMs > LIFETIME_MS) throw new ApiRefusal('invalid_code');
    // "This must match the originally submitted URI (if one was sent)", docs.slack.dev, oauth.v2.access, read 2026-11.
    if (given.redirectUri !== grant.redirectUri) throw new ApiRefusal('bad_redirect_uri');
    grant.workspace.isInstalled = true;
    const { team, bot, botToken } = grant.workspace;
    return {
      access_token: botToken,
      token_type: 'bot',
      scope: grant.scope,
      bot_user_id: bot.id,
      app_id: this.#app.id,
      team: { id: team.id, name: team.name },
      enterprise: null,
      is_enterprise_install: false,
      authed_user: { id: bot.id },
    };
  }
}
