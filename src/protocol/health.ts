/** What stands in the way of a channel, in sentences. One slot for the session, one for sending. */
export interface Health {
  session: string | undefined;
  delivery: string | undefined;
}

export function readinessOf({ session, delivery }: Health): { ready: boolean; reason?: string } {
  const reason = session ?? delivery;
  return reason === undefined ? { ready: true } : { ready: false, reason };
}
