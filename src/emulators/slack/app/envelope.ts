import type { Ids } from '../ids.ts';
import type { App, Workspace } from '../world.ts';

/** Sent with everything for apps of old, which checked it; a signature took its place. */
export const VERIFICATION_TOKEN = 'emulated-verification-token';

/** The outer part of an event. Each has an id of its own, also when two tell of one message. */
export function eventCallback(app: App, ids: Ids, workspace: Workspace, event: object): object {
  return {
    token: VERIFICATION_TOKEN,
    team_id: workspace.team.id,
    context_team_id: workspace.team.id,
    context_enterprise_id: null,
    api_app_id: app.id,
    event,
    type: 'event_callback',
    event_id: ids.next('Ev'),
    event_time: ids.nowSec(),
    authorizations: [
      {
        enterprise_id: null,
        team_id: workspace.team.id,
        user_id: workspace.bot.id,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
    event_context: ids.next('4-'),
  };
}
