import type { z } from 'zod';
import type { Affordance } from './affordance.ts';
import type { OpenedFile, OpenUrl, OutboundFile } from './file.ts';
import type { FormWords } from './form-words.ts';
import type { Inbound, Received } from './inbound.ts';
import type { Log } from './log.ts';
import type { MapPoint } from './map-point.ts';
import type { Note } from './notes.ts';
import type { ChannelPace } from './pace.ts';
import type { ChannelPage } from './page.ts';
import type { ContentFormat, Transformer } from './transformer.ts';
import type { Address } from './turn.ts';
import type { Vault } from './vault.ts';

/** One message of a reply: text in the channel's markup, and its native UI by name, e.g. `{reply_markup}`. Only the last part carries UI. */
export interface PrintedPart {
  content: string;
  /** The same words once more as HTML, for a channel that sends both. */
  html?: string;
  ui: Readonly<Record<string, unknown>>;
}

export interface Printed {
  /** In order; empty when there is nothing to say. */
  parts: readonly PrintedPart[];
  notes: readonly Note[];
}

/** Where something printed goes, as far as that changes what the platform accepts. */
export interface PrintPlace {
  /** Whether more than one person reads there. */
  isShared: boolean;
}

/** What a foreign or own callback payload says. Grammar only: no seal and no store is consulted. */
export interface DecodedCallback {
  /** The pressed label, or the message text. */
  message: string;
  user_id: string;
  /** By index, several for a select; a web client may name the value instead. */
  ui_response: { id: string; index: number | readonly number[] } | { id: string; value: string | string[] } | null;
  context: Address;
}

/** What one delivery is: a new message, or a change of an earlier one. */
export interface DeliveryRequest {
  deliveryId: string;
  kind: 'send' | 'edit';
  payload: unknown;
  /** Where it goes, as `conversationOf` names it; for a channel whose payloads do not tell, e.g. the workspace. */
  conversation?: string;
  /** 1 on the first attempt. Absent = not known. */
  attempt?: number;
  /** For an edit: the platform's id of the message to change. */
  targetReceipt?: string;
  /** The short-lived secret that it was kept with, e.g. an interaction's token; it may have expired by now. Never logged. */
  secret?: string;
}

/** How a delivery ended. The dispatcher acts on this and on nothing else. */
export type DeliveryOutcome =
  /** The platform said yes. `receipt` is its message id. */
  | { status: 'delivered'; receipt?: string; notes?: readonly Note[] }
  /**
   * The platform asks to wait. No other call goes to this lane until then; with `holds: 'channel'`, none to any lane of
   * the channel, for the platform said that it means the whole app.
   */
  | { status: 'throttled'; retryAfterMs: number; holds?: 'channel' }
  /** The platform surely did not take it: it was not reached, or said that it cannot now. It is tried again. */
  | { status: 'unreached'; reason: string }
  /** It went out and no answer that says what became of it was seen. The platform may have taken it. */
  | { status: 'unknown'; reason: string }
  /** The platform said no, for good. */
  | { status: 'refused'; reason: string }
  /** The conversation lives elsewhere now; it is moved and sent again. */
  | { status: 'moved'; to: Address };

/** A request to one of a channel's own routes, body as raw bytes so that signatures can be checked. */
export interface ChannelRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export interface ChannelResponse {
  status: number;
  /** JSON; absent = empty body. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export interface ChannelRoute {
  method: 'POST';
  /** Exact path, e.g. `/channels/telegram/webhook`. */
  path: string;
  /** Largest body that is read. Absent = 2 MB. */
  maxBodyBytes?: number;
  handle(request: ChannelRequest): Promise<ChannelResponse>;
}

/** Work for one instance at a time: fetching updates, holding a gateway connection. */
export interface OwnedWork {
  /**
   * Goes on until its signal is aborted, and then ends within a second: another instance may begin. It is begun again
   * when it returns or throws before that.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Another instance is the owner. Called each time that is found out, every second or so. */
  onStandby?(): void;
}

/**
 * Runs the work whenever this instance is the owner of `name`, and waits while another one is. It moves within a second
 * or two when its owner stops, within six when its owner dies. Resolves when `stopping` is aborted and the work has ended.
 */
export type WhileOwner = (name: string, work: OwnedWork, stopping: AbortSignal) => Promise<void>;

/** What the service lends a channel that connects. */
export interface ChannelHost {
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  /** Makes the inbound durable, then says what became of it. Throws when it could not be kept: the platform must retry. */
  receive(inbound: Inbound): Promise<Received>;
  /**
   * Whether a conversation was made known, by any instance: with an inbound from it (`makesKnown`), or by `makeKnown`.
   * It is forgotten `retention.people_days` after the last time.
   */
  isKnown(address: Address): Promise<boolean>;
  /** Makes a conversation known from which nothing came. */
  makeKnown(address: Address): Promise<void>;
  /**
   * Base URL under which people and platforms reach us, without a trailing slash; absent = not known. Where the platform
   * is emulated, this machine's own address does, which is known once we listen: read it when it is needed.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Stable secrets of `label`, one derived from each of the service's own. 64 hex digits each. The first is for what is
   * signed from now on; what comes in may bear any of them, so that the service's secret can be replaced.
   */
  derivedSecrets(label: string): readonly string[];
  /** Runs work that one instance at a time may do, of all that share the store. `name` is the channel's own. */
  whileOwner: WhileOwner;
  /** Opens a URL that an agent or a person chose, never one of our own network. */
  openUrl: OpenUrl;
  /** What a form of the channel says, in this language; English where it is not known. */
  formWords(locale: string | undefined): FormWords;
  /** What the channel must remember, e.g. tokens that it was given; the same on every instance. */
  vault: Vault;
  /**
   * Sets a delivered message aside as dead, with this reason: the platform took it and says later that it never arrived.
   * Gives whether there is such a delivery; saying it twice changes nothing.
   */
  deliveryFailed(deliveryId: string, reason: string): Promise<boolean>;
  /** The kept update of an inbound, by its dedupe key. Nothing once its turn is done. */
  keptUpdate(dedupeKey: string): Promise<string | undefined>;
}

/** A message that carries a question, and which of its questions are answered by now. */
export interface AnsweredMessage {
  /** The printed payload as it was sent. */
  payload: unknown;
  answered: readonly { widgetId: string; label: string }[];
}

/** A finished payload of another runtime's making, in a form that the platform takes. */
export type AcceptedPayload =
  | {
      address: Address;
      /** In sending order. A payload with nothing to mend is the same one, with its values. */
      payloads: readonly unknown[];
      notes: readonly Note[];
    }
  /** It cannot be mended. `fault` says where and why, as whole sentences that quote nothing of it. */
  | { fault: string };

/** Who opens a page of ours from within a platform's own app. */
export interface PageViewers {
  /** The person whom the platform vouches for, by what its app gave the page; nothing when it does not, or not any more. */
  personIn(proof: string): string | undefined;
  /** Origins of the platform's web app, which shows such pages in a frame. */
  framedBy: readonly string[];
}

/** Something that a person says in a conversation by another way than the platform's. */
export interface SaidElsewhere {
  /** The same id is the same thing said, for ever. */
  id: string;
  address: Address;
  personId: string;
  text: string;
}

/** A channel that talks to its platform. */
export interface ChannelConnection {
  /** What the platform posts to. */
  readonly routes: readonly ChannelRoute[];
  /** What people open in a browser. Absent = nothing. */
  readonly pages?: readonly ChannelPage[];
  /** Returns at once; a platform that cannot be reached is retried in the background. */
  start(): void;
  /** Stops taking updates; resolves when none is in flight. */
  stop(): Promise<void>;
  readiness(): { ready: boolean; reason?: string };
  /** Reads a kept raw update again. Nothing when it holds nothing for an agent. */
  decode(raw: string): Promise<Inbound | undefined>;
  deliver(request: DeliveryRequest): Promise<DeliveryOutcome>;
  /** The payload of an edit that shows the answers and takes the answered buttons away. Nothing where the platform cannot edit. */
  showAnswered(message: AnsweredMessage): unknown | undefined;
  /**
   * What goes out in the place of a delivery that was given up for good, so that it is not lost: another payload, which
   * is tried as long as a new one. Nothing when it is to be dead. Absent = always nothing.
   */
  insteadOf?(request: DeliveryRequest, reason: string): unknown | undefined;
  /** Absent: the platform opens no pages of ours, or tells nobody who opens them. */
  readonly pageViewers?: PageViewers;
  /** What was said as an inbound of this channel, whose `raw` it can decode. Absent, or nothing: it cannot be said there that way. */
  inboundOf?(said: SaidElsewhere): Inbound | undefined;
  /** The same payload for the conversation's new address. */
  readdress(payload: unknown, to: Address): unknown;
  /**
   * The bytes of a file that came in, by the `ref` of its `InboundFile`. Absent: the channel cannot fetch files.
   * Throws `download_failed` or `download_too_large`; no error holds a URL of the platform, which may hold a token.
   */
  openFile?(ref: string, signal: AbortSignal): Promise<OpenedFile>;
}

/** How what goes to an address is written: by which channel's printer, and into which template. */
export interface Writing {
  printer: ChannelType;
  /** Absent: the text and the widgets themselves. */
  transformer: Transformer | undefined;
}

/** A channel: one folder that names no widget. */
export interface ChannelType<Settings = unknown> {
  readonly name: string;
  /** What may stand under `channels.<name>` of a formation. */
  readonly settings: z.ZodType<Settings>;
  /** Whether these settings can connect, e.g. a token is there. */
  isEnabled(settings: Settings): boolean;
  /** Checks and normalises an address as callers write it. */
  readonly address: z.ZodType<Address>;
  /** The conversation that an address names, e.g. `telegram:42`. Equal addresses give equal strings. */
  conversationOf(address: Address): string;
  /** The address of a conversation that `conversationOf` named; nothing for a name of another shape. */
  addressOf(conversation: string): Address | undefined;
  /** Deliveries of one lane go out one at a time; a platform's wait holds the whole lane. */
  deliveryLaneOf(address: Address): string;
  /** The platform's own limits on sending. Absent = none is known. */
  readonly pace?: ChannelPace;
  /**
   * true: the platform recognises a delivery that it has already, by the id that `deliver` gives it, and does not show
   * it twice. Then one of which no answer was seen is always sent again.
   */
  readonly knowsRepeats?: boolean;
  /** Whether more than one person reads and answers there. */
  isShared(address: Address): boolean;
  /** Whether a press of a message sent there comes back from the same address. Absent = always. */
  answersFrom?(address: Address): boolean;
  /**
   * true: a reply is read only by whoever sent the request that it answers, so each request needs words of its own.
   * Absent: all read what is sent into the conversation.
   */
  readonly repliesPerRequest?: boolean;
  /** true: clients follow its turns as streams, so what is said in them is kept in the turn log while it is said. */
  readonly keepsTurnLog?: boolean;
  /**
   * What of an inbound's secret each part of its reply is kept with, by the part's place from 0; for a platform where
   * the first answer goes another way than the others. Absent = all of it.
   */
  secretOf?(secret: string, place: number): string | undefined;
  /**
   * The payload to deliver when an inbound with this secret gets no words for an answer, so that its platform does not
   * wait for them. Absent, or nothing: none is needed.
   */
  whenSilent?(secret: string): unknown | undefined;
  /** How text is written when the template does not say. */
  readonly content: ContentFormat;
  /**
   * Whether `print` reads the text as Markdown when it writes in this format. Absent = never: it shows every character
   * as it was written.
   */
  readsMarkdown?(content: ContentFormat): boolean;
  /** Where it depends on the address how something is written. Absent: by this channel, into the template of its name. */
  writingFor?(address: Address): Writing;
  /** true: nothing ever comes back from there, so nobody can be asked; choices are text. */
  readonly isOneWay?: boolean;
  /** true: there is no native UI at all, and the text is all there is. */
  readonly isTextOnly?: boolean;
  /**
   * Total: any affordances and any text become parts that the platform accepts. `place` is where they go; absent = not
   * known, so nothing may be printed that fits some places only.
   */
  print(affordances: readonly Affordance[], text: string, content: ContentFormat, place?: PrintPlace): Printed;
  /**
   * Total: the payload of the delivery that sends this file, without a template. `context` is the address, or whatever
   * else the caller of a preview gave. Absent: the channel names files in its text.
   */
  printFile?(file: OutboundFile, context: Readonly<Record<string, unknown>>): unknown;
  /**
   * Total: the payload of the delivery that shows a point on the map, as a message of its own behind the text.
   * `context` as in `printFile`. Absent: the channel has no such message, and the text says where it is.
   */
  printPoint?(point: MapPoint, context: Readonly<Record<string, unknown>>): unknown;
  /**
   * Checks a payload that was printed elsewhere: what the platform would refuse is mended as `print` would have written
   * it, with a note. Total: hostile payloads included. Absent: the channel takes none.
   */
  acceptPayload?(payload: unknown): AcceptedPayload;
  /** Reads a press as the platform posts it; foreign data gives `ui_response: null`. Throws `body_invalid` when it is no payload of this channel. */
  decode(payload: unknown): DecodedCallback;
  /** Absent: the channel prints and decodes, but cannot connect yet. */
  connect?(settings: Settings, host: ChannelHost): Promise<ChannelConnection>;
}

/** Channel types by name. */
export type ChannelTypes = ReadonlyMap<string, ChannelType>;
