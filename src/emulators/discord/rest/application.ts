import type { Backstage } from '../backstage.ts';
import { refusal } from '../refusal.ts';
import type { Guild } from '../world.ts';
import { isThread } from '../world.ts';
import { type Asked, idIn, type Routes } from './route.ts';

/** Identifies allowed a day. docs.discord.com/developers/events/gateway#session-start-limit-object, read 2026-11. */
const SESSION_STARTS = 1000;

export function applicationRoutes(backstage: Backstage): Routes {
  const { world, commands, applicationId, publicKey, gatewayUrl } = backstage;
  const own = (asked: Asked): Asked => {
    if (idIn(asked, 'application') !== applicationId) throw refusal('unknownApplication');
    if (asked.ids.guild !== undefined) guildIn(backstage, asked);
    return asked;
  };
  const application = () => ({
    id: applicationId,
    name: 'Emulated application',
    description: '',
    icon: null,
    verify_key: publicKey,
    // Message content, as an application of a few guilds has it.
    flags: 1 << 19,
    bot: world.bot,
    bot_public: false,
    bot_require_code_grant: false,
  });
  const commandRoutes = (path: string): Routes => ({
    [`GET ${path}`]: (asked) => commands.list(own(asked).ids.guild),
    [`PUT ${path}`]: (asked) => commands.replace(asked.body.json, own(asked).ids.guild),
    [`POST ${path}`]: (asked) => commands.add(asked.body.json, own(asked).ids.guild),
    [`GET ${path}/:command`]: (asked) => commands.get(idIn(own(asked), 'command'), asked.ids.guild),
    [`PATCH ${path}/:command`](asked) {
      const known = commands.get(idIn(own(asked), 'command'), asked.ids.guild);
      return commands.add({ ...known, ...asked.body.json }, asked.ids.guild);
    },
    [`DELETE ${path}/:command`](asked) {
      commands.remove(idIn(own(asked), 'command'), asked.ids.guild);
      return undefined;
    },
  });
  return {
    'GET /gateway': () => ({ url: gatewayUrl() }),
    'GET /gateway/bot': () => ({
      url: gatewayUrl(),
      shards: 1,
      session_start_limit: { total: SESSION_STARTS, remaining: SESSION_STARTS, reset_after: 0, max_concurrency: 1 },
    }),
    'GET /users/@me': () => world.bot,
    'GET /users/@me/guilds': () => world.guilds().map(({ id, name }) => ({ id, name, icon: null, owner: false })),
    'GET /users/:user'(asked) {
      const user = world.user(idIn(asked, 'user'));
      if (!user) throw refusal('unknownUser');
      return user;
    },
    'GET /applications/@me': application,
    'GET /oauth2/applications/@me': application,
    'GET /guilds/:guild': (asked) => backstage.events.guildData(guildIn(backstage, asked)),
    'GET /guilds/:guild/roles': (asked) => [...guildIn(backstage, asked).roles.values()],
    'GET /guilds/:guild/channels'(asked) {
      const guild = guildIn(backstage, asked);
      const rooms = world.rooms().filter((room) => room.guild === guild && !isThread(room) && room.denied !== 'view');
      return rooms.map(({ channel }) => channel);
    },
    'GET /guilds/:guild/members/:user'(asked) {
      const guild = guildIn(backstage, asked);
      const user = world.user(idIn(asked, 'user'));
      if (!user || !guild.members.has(user.id)) throw refusal('unknownMember');
      return world.member(user);
    },
    ...commandRoutes('/applications/:application/commands'),
    ...commandRoutes('/applications/:application/guilds/:guild/commands'),
  };
}

function guildIn({ world }: Backstage, asked: Asked): Guild {
  const guild = world.findGuild(idIn(asked, 'guild'));
  if (!guild) throw refusal('unknownGuild');
  return guild;
}
