import type { Send } from '../fetch/guarded-send.ts';
import type { ChannelConnection, ChannelType, ChannelTypes } from '../protocol/channel.ts';
import type { DeliveringTransformer } from '../protocol/transformer.ts';
import type { Trigger } from '../protocol/trigger.ts';
import type { ProactiveChannel, WebhookSettings } from '../protocol/webhooks.ts';
import { DEFAULT_DESTINATION, type Destination } from './destination.ts';
import { endpointType, postingConnection } from './endpoint-channel.ts';
import { createPostOffice } from './post.ts';
import { readPost } from './posted.ts';
import { createProactiveChannel, PROACTIVE } from './proactive-channel.ts';
import { createTriggerChannel, TRIGGER } from './trigger-channel.ts';
import { readTriggerMessage, triggerInbound } from './trigger-message.ts';

interface Connected {
  type: ChannelType;
  connection: ChannelConnection;
}

/** The channels of a formation that are URLs: answers of triggers, notifications, and channels with an endpoint. */
export interface Webhooks {
  /** All channels by name, as something is sent on them: those with an endpoint, triggers and proactive channels too. */
  readonly types: ChannelTypes;
  /** The connection as it is joined: that of a channel whose transformer has an endpoint posts what it sends. */
  join(type: ChannelType, connection: ChannelConnection): Connected;
  /** Those that need no platform: triggers, proactive channels, and channels that have an endpoint and no connection. */
  joinOthers(connected: ReadonlySet<string>): Connected[];
  /** Whether an answer of the trigger that nobody waits for has a place to go. */
  hasDestination(trigger: Trigger): boolean;
}

export function createWebhooks(options: {
  formation: string;
  settings: WebhookSettings;
  triggers: ReadonlyMap<string, Trigger>;
  proactive: ReadonlyMap<string, ProactiveChannel>;
  transformers: ReadonlyMap<string, DeliveringTransformer>;
  channelTypes: ChannelTypes;
  send: Send;
  now: () => number;
}): Webhooks {
  const { triggers, proactive, transformers, channelTypes, settings } = options;
  const { defaultUrl, maxAttempts } = settings;
  const ofTriggers = new Map<string, Destination>();
  for (const trigger of triggers.values()) ofTriggers.set(trigger.name, ofTrigger(trigger));
  const ofProactive = new Map<string, Destination>();
  for (const [name, { transformer, url }] of proactive) {
    ofProactive.set(name, destination(`proactive channel ${name}`, transformers.get(transformer), url));
  }
  const ofChannels = new Map<string, Destination>();
  for (const [name, { repliesPerRequest }] of channelTypes) {
    const transformer = transformers.get(name);
    // Whoever asked waits for the response, and for nothing else.
    if (transformer?.endpoint && !repliesPerRequest)
      ofChannels.set(name, destination(`channel ${name}`, transformer, undefined));
  }
  const all = [...ofTriggers.values(), ...ofProactive.values(), ...ofChannels.values()];
  const office = createPostOffice({
    ...options,
    ...{ defaultUrl, maxAttempts },
    destinations: new Map(
      [...all, destination(DEFAULT_DESTINATION, undefined, defaultUrl)].map((one) => [one.name, one]),
    ),
  });

  function ofTrigger({ name, transformer, url }: Trigger): Destination {
    const template = transformer === undefined ? undefined : transformers.get(transformer);
    if (!template && url === undefined) return destination(DEFAULT_DESTINATION, undefined, defaultUrl);
    return destination(`trigger ${name}`, template, url);
  }

  const types = new Map(channelTypes);
  for (const [name, to] of ofChannels) {
    const type = channelTypes.get(name);
    if (type) types.set(name, endpointType(type, to, channelTypes));
  }
  const trigger: Connected = {
    type: createTriggerChannel({ destinations: ofTriggers, channelTypes }),
    connection: {
      ...postingConnection(office),
      decode: async (raw) => triggerInbound(readTriggerMessage(raw)),
      // What is no post was for whoever waited for the response: a kept reply is a delivered one.
      deliver: async (request) => (readPost(request.payload) ? office.deliver(request) : { status: 'delivered' }),
    },
  };
  const notices: Connected = {
    type: createProactiveChannel({ channels: proactive, destinations: ofProactive, channelTypes }),
    connection: postingConnection(office),
  };
  types.set(TRIGGER, trigger.type).set(PROACTIVE, notices.type);

  return {
    types,
    join: (type, connection) => ({
      type: types.get(type.name) ?? type,
      connection: ofChannels.has(type.name) ? postingConnection(office, connection) : connection,
    }),
    joinOthers: (connected) => [
      ...[...ofChannels.keys()].flatMap((name) => {
        const type = types.get(name);
        return type && !connected.has(name) ? [{ type, connection: postingConnection(office) }] : [];
      }),
      // What an earlier formation left in the outbox goes to the webhook of this one.
      ...(triggers.size > 0 || defaultUrl !== undefined ? [trigger] : []),
      ...(proactive.size > 0 || defaultUrl !== undefined ? [notices] : []),
    ],
    hasDestination: (trigger) => {
      const { url, transformer } = ofTrigger(trigger);
      return url !== undefined || transformer?.endpoint !== undefined;
    },
  };
}

function destination(
  name: string,
  transformer: DeliveringTransformer | undefined,
  url: string | undefined,
): Destination {
  return { name, ...(transformer && { transformer }), ...(url !== undefined && { url }) };
}
