/** What stands in the way of the channel, in sentences. One slot for the session, one for sending. */
export interface Health {
  session: string | undefined;
  delivery: string | undefined;
}

export function readinessOf({ session, delivery }: Health): { ready: boolean; reason?: string } {
  const reason = session ?? delivery;
  return reason === undefined ? { ready: true } : { ready: false, reason };
}

export const TOKEN_REFUSED =
  'Telegram does not know the bot token. Check channels.telegram.token against what BotFather shows.';

/** 401 for a token that was revoked, 404 for one that is no token. */
export function isTokenRefused(code: number): boolean {
  return code === 401 || code === 404;
}
