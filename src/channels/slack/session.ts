import type { ChannelHost } from '../../protocol/channel.ts';
import { type Patience, type Setback, waitAfter } from '../../protocol/patience.ts';
import { operatorsFault } from './health.ts';
import { keepSocket, type SocketDeps } from './socket.ts';
import type { Tokens } from './tokens.ts';
import type { Answer, CallWebApi } from './web-api.ts';

export interface SessionDeps {
  call: CallWebApi;
  tokens: Tokens;
  /** Told who the app is in a workspace, once Slack has said so. */
  onIdentity(userId: string): void;
  whileOwner: ChannelHost['whileOwner'];
  /** Absent where Slack posts to us. */
  socket: SocketDeps | undefined;
}

/** Asks for each token who it is, until Slack has answered; then holds the socket, while no other instance does. */
export async function runSession(deps: SessionDeps, patience: Patience): Promise<void> {
  for (const { token, team } of deps.tokens.configured) {
    if (!(await identify(token, team, deps, patience))) return;
  }
  const { socket } = deps;
  patience.health.session = undefined;
  if (!socket) return;
  patience.health.session = 'The socket to Slack is not open yet.';
  await deps.whileOwner(
    'slack socket',
    {
      run: (signal) => keepSocket(socket, { ...patience, stopping: signal }),
      onStandby() {
        patience.health.session = undefined;
      },
    },
    patience.stopping,
  );
}

async function identify(
  token: string,
  team: string | undefined,
  { call, onIdentity }: SessionDeps,
  patience: Patience,
): Promise<boolean> {
  for (let failures = 1; !patience.stopping.aborted; failures++) {
    const answer = await call('auth.test', token, {});
    const { user_id, team_id } = answer.type === 'yes' ? answer.result : {};
    if (typeof user_id === 'string') {
      onIdentity(user_id);
      patience.log.info({ bot: user_id, team: team_id }, 'slack knows the bot');
      if (team === undefined || team === team_id) return true;
      const reason = `The token of channels.slack.workspaces.${team} belongs to workspace ${String(team_id)}.`;
      await waitAfter({ reason, isOperators: true }, failures, patience);
    } else {
      await waitAfter(setbackOf(answer), failures, patience);
    }
  }
  return false;
}

function setbackOf(answer: Answer): Setback {
  switch (answer.type) {
    case 'yes':
      return { reason: 'What answered auth.test is not the Web API of Slack. Check channels.slack.api_url.' };
    case 'silence':
      return { reason: `${answer.reason}. It is tried again.` };
    case 'no': {
      const { code, retryAfterMs } = answer;
      if (retryAfterMs !== undefined) return { reason: 'Slack asks to wait.', retryAfterMs };
      return { reason: operatorsFault(code, 'bot_token') ?? `Slack refused auth.test: ${code}`, isOperators: true };
    }
    default:
      return answer satisfies never;
  }
}
