import { randomUUID } from 'node:crypto';
import { isObject } from '../../bounded-json.ts';
import { VERIFICATION_TOKEN } from './envelope.ts';
import type { HttpLink, RequestUrls } from './http-link.ts';

/** Asks a new address for events to repeat a challenge, as text or JSON. docs.slack.dev/reference/events/url_verification. */
export async function challengeRequestUrl(link: HttpLink, urls: RequestUrls): Promise<boolean> {
  if (urls.events === undefined) return true;
  const challenge = randomUUID();
  const { isAcked, body } = await link.postEvent({ token: VERIFICATION_TOKEN, challenge, type: 'url_verification' });
  return isAcked && (body === challenge || (isObject(body) && body.challenge === challenge));
}
