/** What the console needs of an emulated Slack. The emulator is handed in; nothing here knows where it lives. */
export interface SlackEmulatorView {
  readonly firstWorkspace: { readonly bot: { id: string; real_name: string }; readonly team: { name: string } };
  person(name: string): { id: string };
  channel(name: string): { id: string };
  /** The direct messages of a person and the bot. */
  dm(person: string): { id: string };
  sendText(from: string, channel: string, text: string, extras?: { threadTs?: string }): unknown;
  /** These four resolve when the app has acknowledged, or after 3 s. `isSent` is false when the app is not told yet. */
  slashCommand(from: string, channel: string, command: string, text?: string): Promise<SlackActResult>;
  /** `which` is `block_id/action_id`. */
  press(from: string, message: SlackMessageRef, which: string): Promise<SlackActResult>;
  /** Options by number from 0; none takes the pick back. */
  select(from: string, message: SlackMessageRef, which: string, picks: readonly number[]): Promise<SlackActResult>;
  typeInto(from: string, message: SlackMessageRef, which: string, text: string): Promise<SlackActResult>;
  /** Writes into a field of an open modal. */
  fillInView(from: string, viewId: string, which: string, text: string): Promise<SlackActResult>;
  submitView(from: string, viewId: string): Promise<SlackActResult>;
  closeView(from: string, viewId: string): Promise<SlackActResult>;
  /** What all see, oldest first. */
  messages(channel: string): readonly { ts: string }[];
  ephemerals(channel: string): readonly { to: string; message: { ts: string } }[];
  file(id: string): { mime: string; bytes: Uint8Array } | undefined;
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: SlackEvent) => void): () => void;
}

export interface SlackMessageRef {
  channel: string;
  ts: string;
}

export interface SlackActResult {
  isSent: boolean;
  isAcked: boolean;
  /** What the app said in its answer. */
  body?: unknown;
}

/** A modal, or the home of the app. */
export interface SlackForm {
  id: string;
  type: string;
  title?: object;
  submit?: object;
  close?: object;
  blocks: readonly object[];
}

export type SlackEvent =
  | { type: 'message'; channel: string; message: object; to?: string }
  | { type: 'changed'; channel: string; message: object }
  | { type: 'deleted'; channel: string; ts: string }
  | { type: 'status'; channel: string; status: string }
  | { type: 'view'; user: string; view: SlackForm };
