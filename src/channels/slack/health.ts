/** Slack's words for a token that it does not take. docs.slack.dev, errors of chat.postMessage, read 2026-11. */
const TOKEN_CODES: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'org_login_required',
  'no_permission',
  'missing_scope',
  'not_allowed_token_type',
]);

/** Whether a refusal is about the token that it came with. */
export function isTokenFault(code: string): boolean {
  return TOKEN_CODES.has(code);
}

/** What an operator has to mend, as a sentence; nothing for every other refusal. */
export function operatorsFault(code: string, token: 'bot_token' | 'app_token'): string | undefined {
  if (!isTokenFault(code)) return undefined;
  return code === 'missing_scope' || code === 'no_permission' || code === 'not_allowed_token_type'
    ? `Slack answered ${code}: channels.slack.${token} lacks a right. Add the scopes that the README lists, and install the app again.`
    : `Slack answered ${code}: it does not take channels.slack.${token}. Check it against what api.slack.com/apps shows.`;
}
