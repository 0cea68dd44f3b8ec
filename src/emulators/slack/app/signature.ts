import { createHmac } from 'node:crypto';

/** The headers that prove a request to be Slack's. docs.slack.dev/authentication/verifying-requests-from-slack. */
export function signatureHeaders(body: string, signingSecret: string, nowSec: number): Record<string, string> {
  const mac = createHmac('sha256', signingSecret).update(`v0:${nowSec}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': String(nowSec), 'x-slack-signature': `v0=${mac}` };
}
