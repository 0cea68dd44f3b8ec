/** What the app asks for where the settings do not say: what it takes to hear, to answer, and to pass files both ways. */
export const DEFAULT_SCOPES: readonly string[] = [
  'app_mentions:read',
  'channels:history',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'im:history',
  'mpim:history',
];
