import type { ChannelType } from '../protocol/channel.ts';
import type { Envelope } from '../protocol/envelope.ts';
import type { NewDelivery } from '../protocol/kept-delivery.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { Address } from '../protocol/turn.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import type { Compose } from './composer.ts';
import { type ResponseMetadata, readsMarkdown, render } from './render.ts';
import { keptReply } from './reply.ts';
import { writingFor } from './writing.ts';

/** Prints words of the bridge's own for one conversation, as they go out and as a client of the API is told them. */
export type SayIn = (
  text: string,
  where: {
    turnId: string;
    channel: ChannelType;
    conversation: string;
    address: Address;
    /** That of the inbound which is answered. */
    secret?: string | undefined;
    /** Why what was asked is not done. Absent: it is. */
    refusal?: string | undefined;
  },
) => { deliveries: NewDelivery[]; envelope: Envelope };

export function createSayIn(deps: {
  transformers: ReadonlyMap<string, Transformer>;
  widgetTypes: WidgetTypes;
  agentName: string;
  compose: Compose;
  now: () => number;
  expiresAfterMs: number;
}): SayIn {
  const { transformers, widgetTypes, agentName, compose, now, expiresAfterMs } = deps;
  return (text, { turnId, channel, conversation, address, secret, refusal }) => {
    const nowMs = now();
    const { printer, transformer } = writingFor(channel, address, transformers);
    const where = { conversation, canAsk: false, sendsFiles: false };
    const envelope = compose({ text }, { ...where, readsMarkdown: readsMarkdown(printer, transformer) });
    const metadata: ResponseMetadata = {
      turn_id: turnId,
      status: refusal === undefined ? 'completed' : 'failed',
      ...(refusal !== undefined && { error: refusal }),
    };
    const { payloads, carrierIndex } = render({
      channel: printer,
      transformer,
      widgetTypes,
      envelope,
      context: { address, agentName, nowMs, metadata },
    });
    const about = { turnId, channel, conversation, address, payloads, carrierIndex, envelope, expiresAfterMs, nowMs };
    return { envelope, deliveries: keptReply({ ...about, asker: undefined, answers: 'asker', secret }).deliveries };
  };
}
