import { z } from 'zod';
import type { Inbound } from '../../../protocol/inbound.ts';
import { slackAddress } from '../address.ts';

/** Modal view, `private_metadata`. docs.slack.dev, Views, read 2026-11. */
const MAX_METADATA_CHARS = 3000;

const schema = z.object({ address: slackAddress, response_url: z.string().optional() });

/**
 * Where the button of a form stood, in a field that Slack keeps for the app and shows to nobody: what is submitted is
 * said there. The address that came with the press goes along, since a command's answer may stand where only it reaches.
 */
export function writeOrigin({ address, secret }: Pick<Inbound, 'address' | 'secret'>): string {
  const whole = JSON.stringify({ address, ...(secret !== undefined && { response_url: secret }) });
  return whole.length <= MAX_METADATA_CHARS ? whole : JSON.stringify({ address });
}

/** Reads what `writeOrigin` wrote. Nothing for anything else. */
export function readOrigin(written: string | undefined): Pick<Inbound, 'address' | 'secret'> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(written ?? '');
  } catch {
    return undefined;
  }
  const { data } = schema.safeParse(value);
  return data && { address: data.address, ...(data.response_url !== undefined && { secret: data.response_url }) };
}
