export const TOKEN_REFUSED =
  'Telegram does not know the bot token. Check channels.telegram.token against what BotFather shows.';

/** 401 for a token that was revoked, 404 for one that is no token. */
export function isTokenRefused(code: number): boolean {
  return code === 401 || code === 404;
}
