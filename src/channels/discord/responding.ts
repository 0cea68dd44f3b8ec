import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelHost } from '../../protocol/channel.ts';
import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import { InFlight } from '../../protocol/in-flight.ts';
import type { Inbound, Received } from '../../protocol/inbound.ts';
import { byToken } from './by-token.ts';
import { readFormPress } from './form/form-press.ts';
import { modalFor } from './form/modal.ts';
import { readEvent } from './inbound.ts';
import {
  type InteractionAnswer,
  NO_REPLY,
  NO_SUGGESTIONS,
  PONG,
  privately,
  privateMessage,
  REPLY_FOLLOWS,
  TAKEN,
  wordsFor,
} from './interaction-answer.ts';
import { type InteractionSecret, readSecret } from './interaction-secret.ts';
import { isAllowed } from './is-allowed.ts';
import { keep } from './keep.ts';
import { followUpCall, withdrawCall } from './message-call.ts';
import type { Reading } from './reading.ts';
import type { CallRest } from './rest.ts';
import { INTERACTION, payloadIn } from './wire.ts';

/** By then an interaction is answered, whether it is known what to say or not. Discord waits 3 s, the network included. */
const ANSWER_WITHIN_MS = 1_000;
/** Answers that are remembered, so that an interaction which comes again gets the same. */
const MAX_REMEMBERED = 2_000;

export interface Responding {
  /**
   * The first answer to an interaction, within about a second and without waiting for an agent. What it says is durable
   * then, except when the store is slower than that. Throws when it could not be kept: it must not be answered.
   */
  answer(interaction: unknown): Promise<InteractionAnswer>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export interface RespondingDeps {
  host: Pick<ChannelHost, 'receive' | 'log' | 'now' | 'formWords'>;
  reading: () => Reading;
  allow: readonly string[] | undefined;
  call: CallRest;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
}

/** Keeps presses, commands and submitted forms, and says what Discord is to be told of each. */
export function createResponding({ host, reading, allow, call, stopping }: RespondingDeps): Responding {
  const { log, now } = host;
  const underWay = new InFlight();
  const answers = new Map<string, Promise<InteractionAnswer>>();

  function tellLater(secret: InteractionSecret, words: string): void {
    const body = privateMessage(words);
    const told = byToken(
      secret,
      call,
      now,
    )(followUpCall(secret, { body })).then((answer) => {
      if (answer.type !== 'yes') log.warn({}, 'a person could not be told what came of a press');
    });
    void underWay.follow(told);
  }

  function withdrawLater(secret: InteractionSecret): InteractionAnswer {
    void underWay.follow(byToken(secret, call, now)(withdrawCall(secret)));
    return NO_REPLY;
  }

  function answerTo(inbound: Inbound, received: Received, secret: InteractionSecret): InteractionAnswer {
    if (inbound.event.type === 'message') {
      return received.status === 'ignored' ? withdrawLater(secret) : REPLY_FOLLOWS;
    }
    const words = wordsFor(received.toast);
    return words === undefined ? TAKEN : privately(words);
  }

  /** The store is slow. What it says comes after the answer, so nothing may be left open then. */
  function finishLater(inbound: Inbound, receiving: Promise<Received>, secret: InteractionSecret): InteractionAnswer {
    const isCommand = inbound.event.type === 'message';
    const finished = receiving
      .catch(() => keep(inbound, { host, stopping }))
      .then((received) => {
        const words = wordsFor(received.toast);
        if (words !== undefined) tellLater(secret, words);
        if (isCommand && received.status === 'ignored') withdrawLater(secret);
      })
      .catch((error: unknown) => {
        log.error({ reason: reasonOf(error) }, 'an interaction of discord is lost: it could not be kept');
      });
    void underWay.follow(finished);
    return isCommand ? REPLY_FOLLOWS : TAKEN;
  }

  async function keepAndAnswer(inbound: Inbound, secret: InteractionSecret): Promise<InteractionAnswer> {
    const receiving = host.receive(inbound);
    receiving.catch(() => {});
    const late = new AbortController();
    try {
      const received = await Promise.race([
        receiving,
        sleep(ANSWER_WITHIN_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
      ]);
      return received ? answerTo(inbound, received, secret) : finishLater(inbound, receiving, secret);
    } finally {
      late.abort();
    }
  }

  async function first(interaction: unknown): Promise<InteractionAnswer> {
    const event = { t: 'INTERACTION_CREATE', d: interaction };
    const payload = payloadIn(event);
    if (payload?.type !== 'interaction') throw unreadable();
    const { type } = payload.interaction;
    if (type === INTERACTION.ping) return PONG;
    if (type === INTERACTION.autocomplete) return NO_SUGGESTIONS;
    const form = readFormPress(payload.interaction);
    if (form && isAllowed(form, interaction, allow)) return modalFor(form, host.formWords(form.person.locale));
    const inbound = readEvent(event, reading());
    const secret = readSecret(inbound?.secret);
    if (!inbound || !secret) {
      log.debug({ type }, 'discord sends an interaction that is not read');
      return TAKEN;
    }
    if (isAllowed(inbound, interaction, allow)) return keepAndAnswer(inbound, secret);
    log.debug({ person: inbound.person.id }, 'not on the allow list of discord');
    return type === INTERACTION.command ? withdrawLater(secret) : TAKEN;
  }

  return {
    answer(interaction) {
      const id = idOf(interaction);
      const known = id === undefined ? undefined : answers.get(id);
      if (known) return known;
      const answering = underWay.follow(first(interaction));
      if (id === undefined) return answering;
      answers.set(id, answering);
      answering.catch(() => answers.delete(id));
      const [oldest] = answers.keys();
      if (oldest !== undefined && answers.size > MAX_REMEMBERED) answers.delete(oldest);
      return answering;
    },
    settled: () => underWay.settled(),
  };
}

function idOf(interaction: unknown): string | undefined {
  if (typeof interaction !== 'object' || interaction === null || !('id' in interaction)) return undefined;
  return typeof interaction.id === 'string' ? interaction.id : undefined;
}

function unreadable(): BridgeError {
  return new BridgeError(
    'body_invalid',
    'This is no interaction with an id, an application_id, a type and a token. Send what Discord posts, as it posts it.',
  );
}
