/**
 * What an answer to an interaction takes, as it is kept beside the inbound and beside each part of the reply. The token
 * works for 15 minutes. docs.discord.com, Receiving and Responding, read 2026-11.
 */
export interface InteractionSecret {
  /**
   * What waits for an answer: `waiting`, the message that Discord shows in place of the first part of the reply to a
   * command; `source`, the message with the button, which can be changed; `none`, for further parts.
   */
  original: 'waiting' | 'source' | 'none';
  interactionId: string;
  applicationId: string;
  /** The message with the button. Empty for a command. */
  sourceId: string;
  token: string;
}

/** In one line, as the store keeps it. */
export function writeSecret(secret: InteractionSecret): string {
  const { original, interactionId, applicationId, sourceId, token } = secret;
  return [original, interactionId, applicationId, sourceId, token].join(':');
}

export function readSecret(written: string | undefined): InteractionSecret | undefined {
  const [, original, interactionId, applicationId, sourceId, token] =
    /^(waiting|source|none):(\w*):(\w*):(\w*):(.+)$/s.exec(written ?? '') ?? [];
  if (!isOriginal(original) || interactionId === undefined || applicationId === undefined) return undefined;
  return token === undefined ? undefined : { original, interactionId, applicationId, sourceId: sourceId ?? '', token };
}

/** The first part of a reply takes the place that Discord holds for it; the others come behind. */
export function secretOf(written: string, place: number): string {
  const secret = readSecret(written);
  return secret?.original !== 'waiting' || place === 0 ? written : writeSecret({ ...secret, original: 'none' });
}

/** The payload that ends the wait for a reply which has no words. */
export const NOTHING_TO_SAY = { nothing_to_say: true } as const;

export function whenSilent(written: string): unknown | undefined {
  return readSecret(written)?.original === 'waiting' ? NOTHING_TO_SAY : undefined;
}

export function isNothingToSay(payload: object): boolean {
  return 'nothing_to_say' in payload && payload.nothing_to_say === true;
}

function isOriginal(word: string | undefined): word is InteractionSecret['original'] {
  return word === 'waiting' || word === 'source' || word === 'none';
}
