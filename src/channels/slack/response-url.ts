import type { Answer } from './web-api.ts';

const TIMEOUT_MS = 10_000;

/** Posts to the address that came with a press. It takes no token, and is a secret itself: no answer names it. Never throws. */
export type PostToResponseUrl = (url: string, body: object) => Promise<Answer>;

/**
 * Such an address works 5 times within 30 minutes. docs.slack.dev, Handling user interaction, read 2026-11.
 * Only Slack's own hosts are posted to, and the one of `api_url`.
 */
export function createPostToResponseUrl(apiUrl: string): PostToResponseUrl {
  const own = new URL(apiUrl).host;
  return async (url, body) => {
    if (!isSlacks(url, own)) return { type: 'no', code: 'response_url_is_not_of_slack' };
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const said = await response.text();
      if (response.ok) return { type: 'yes', result: {} };
      if (response.status === 429) {
        const seconds = Number(response.headers.get('retry-after'));
        return { type: 'no', code: 'ratelimited', retryAfterMs: (seconds > 0 ? seconds : 5) * 1000 };
      }
      const code = /"error":"([a-z_]+)"/.exec(said)?.[1];
      return response.status < 500
        ? { type: 'no', code: code ?? `http_${response.status}` }
        : { type: 'silence', reason: `Slack answered with HTTP status ${response.status}`, mayBeDone: true };
    } catch {
      return { type: 'silence', reason: 'Slack did not answer at a response_url', mayBeDone: true };
    }
  };
}

/** Whether a URL goes to Slack itself, over TLS, or to the server that stands in for it. */
export function isSlacks(url: string, ownHost: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname } = new URL(url);
  return host === ownHost || (protocol === 'https:' && /(^|\.)slack(-gov)?\.com$/.test(hostname));
}
