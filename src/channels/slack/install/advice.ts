/** What an operator has to do when Slack refuses an installation. docs.slack.dev, errors of `oauth.v2.access`, read 2026-11. */
export function adviceOn(code: string, redirectUri: string): string {
  switch (code) {
    case 'bad_redirect_uri':
      return `add ${redirectUri} to the Redirect URLs at api.slack.com/apps`;
    case 'invalid_team_for_non_distributed_app':
      return 'activate public distribution at api.slack.com/apps; without it only its own workspace can install the app';
    case 'invalid_scope':
    case 'no_scopes':
      return 'check channels.slack.scopes: an app of bots asks for scopes of bots';
    default:
      return 'check channels.slack.client_id and client_secret against what api.slack.com/apps shows';
  }
}
