import { createHmac } from 'node:crypto';
import { secretBytes } from '../protocol/endpoint.ts';

/**
 * The headers that sign a request as Standard Webhooks 1.0 does: HMAC-SHA256 over `id.timestamp.body`. The timestamp,
 * Unix seconds, is that of this very call, so a receiver refuses what is more than five minutes old.
 */
export function signatureHeaders(
  { id, body }: { id: string; body: string },
  { secret, nowMs }: { secret: string; nowMs: number },
): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000);
  const mac = createHmac('sha256', secretBytes(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'Webhook-Id': id, 'Webhook-Timestamp': String(timestamp), 'Webhook-Signature': `v1,${mac}` };
}
