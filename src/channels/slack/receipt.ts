/** A message's id over all channels: `<channel>:<ts>`. Alone, a `ts` is one message of its channel only. */
export function receiptOf(channel: string, ts: string): string {
  return `${channel}:${ts}`;
}

export function readReceipt(receipt: string | undefined): { channel: string; ts: string } | undefined {
  const [, channel, ts] = /^([A-Z0-9]+):(\d+\.\d+)$/.exec(receipt ?? '') ?? [];
  return channel !== undefined && ts !== undefined ? { channel, ts } : undefined;
}
