import type { Arguments } from '../arguments.ts';
import type { Backstage, Method, OpenMethod } from '../backstage.ts';
import { ApiRefusal } from '../refusal.ts';
import type { User } from '../wire.ts';

/** Methods about the workspace, its people and the app itself. */
export function teamMethods({ world }: Backstage): Record<string, Method> {
  return {
    'auth.test'(_given, { team, bot, botProfile }) {
      return {
        url: `https://${team.domain}.slack.com/`,
        team: team.name,
        team_id: team.id,
        user: bot.name,
        user_id: bot.id,
        bot_id: botProfile.id,
        is_enterprise_install: false,
      };
    },

    'team.info'(_given, { team }) {
      return { team };
    },

    'bots.info'(given, { bot, botProfile }) {
      const id = given.text('bot') ?? botProfile.id;
      if (id !== botProfile.id) throw new ApiRefusal('bot_not_found');
      return { bot: { ...botProfile, user_id: bot.id } };
    },

    'users.info'(given, workspace) {
      const user = world.user(workspace, given.required('user'));
      if (!user) throw new ApiRefusal('user_not_found');
      return { user: shown(user, given) };
    },

    'users.list'(given, workspace) {
      return {
        members: world.users(workspace).map((user) => shown(user, given)),
        response_metadata: { next_cursor: '' },
      };
    },
  };
}

/** Methods that take another token than a bot's, or none. */
export function openMethods({ world, socket, installs, rootUrl }: Backstage): Record<string, OpenMethod> {
  return {
    'api.test': () => ({}),

    'apps.connections.open'(_given, { token }) {
      if (token === undefined) throw new ApiRefusal('not_authed');
      if (world.workspaceByToken(token)) throw new ApiRefusal('not_allowed_token_type');
      if (token !== world.app.appToken) throw new ApiRefusal('invalid_auth');
      return { url: `${rootUrl().replace(/^http/, 'ws')}${socket.openTicket()}` };
    },

    'oauth.v2.access'(given, { user, password }) {
      const [clientId, clientSecret] = [given.text('client_id') ?? user, given.text('client_secret') ?? password];
      const redirectUri = given.text('redirect_uri');
      return installs.exchange({
        code: given.text('code') ?? '',
        ...(clientId === undefined ? {} : { clientId }),
        ...(clientSecret === undefined ? {} : { clientSecret }),
        ...(redirectUri === undefined ? {} : { redirectUri }),
      });
    },
  };
}

function shown({ locale, ...user }: User, given: Arguments): object {
  return given.flag('include_locale') ? { ...user, locale } : user;
}
