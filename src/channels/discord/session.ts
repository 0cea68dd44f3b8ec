import type { ChannelHost } from '../../protocol/channel.ts';
import { type Patience, type Setback, waitAfter } from '../../protocol/patience.ts';
import { type GatewayDeps, keepGateway } from './gateway.ts';
import { TOKEN_REFUSED } from './health.ts';
import type { Answer, CallRest } from './rest.ts';

export interface SessionDeps extends GatewayDeps {
  call: CallRest;
  whileOwner: ChannelHost['whileOwner'];
  /** Told who the bot is, once Discord has said so. */
  onIdentity(userId: string): void;
}

/** Asks who the bot is, until Discord has answered; then holds the gateway, while no other instance does. */
export async function runSession(deps: SessionDeps, patience: Patience): Promise<void> {
  if (!(await identify(deps, patience))) return;
  patience.health.session = 'The gateway of Discord is not open yet.';
  await deps.whileOwner(
    'discord gateway',
    {
      run: (signal) => keepGateway(deps, { ...patience, stopping: signal }),
      onStandby() {
        patience.health.session = undefined;
      },
    },
    patience.stopping,
  );
}

async function identify({ call, onIdentity }: SessionDeps, patience: Patience): Promise<boolean> {
  for (let failures = 1; !patience.stopping.aborted; failures++) {
    const answer = await call({ method: 'GET', path: '/users/@me' });
    const id = answer.type === 'yes' ? answer.result.id : undefined;
    if (typeof id === 'string') {
      onIdentity(id);
      patience.log.info({ bot: id }, 'discord knows the bot');
      return true;
    }
    await waitAfter(setbackOf(answer), failures, patience);
  }
  return false;
}

function setbackOf(answer: Answer): Setback {
  switch (answer.type) {
    case 'yes':
      return { reason: 'What answered /users/@me is not the API of Discord. Check channels.discord.api_root.' };
    case 'wait':
      return { reason: 'Discord asks to wait.', retryAfterMs: answer.retryAfterMs };
    case 'silence':
      return { reason: `${answer.reason}. It is tried again.` };
    case 'no':
      return {
        reason: answer.status === 401 ? TOKEN_REFUSED : `Discord refused /users/@me: ${answer.code}`,
        isOperators: true,
      };
    default:
      return answer satisfies never;
  }
}
