/** What the console needs of an emulated Discord. The emulator is handed in; nothing here knows where it lives. */
export interface DiscordEmulatorView {
  readonly application: { readonly bot: { id: string; username: string } };
  readonly firstGuild: { readonly id: string; readonly name: string };
  person(name: string): { id: string };
  channel(name: string): { id: string };
  /** The direct messages of a person and the bot. */
  dm(person: string): { id: string };
  sendText(from: string, channel: string, text: string): unknown;
  /** These three resolve when the app has answered, or after 3 s. */
  slashCommand(
    from: string,
    channel: string,
    name: string,
    options: Readonly<Record<string, string>>,
  ): Promise<DiscordActResult>;
  /** `which` is a `custom_id`. */
  press(from: string, message: DiscordMessageRef, which: string): Promise<DiscordActResult>;
  /** Options by value. */
  select(from: string, message: DiscordMessageRef, which: string, picks: readonly string[]): Promise<DiscordActResult>;
  /** Fills in and submits the modal that a person has open, its fields by their `custom_id`. */
  submitModal(from: string, fields: Readonly<Record<string, string>>): Promise<DiscordActResult>;
  /** What all see, oldest first. */
  messages(channel: string): readonly { id: string }[];
  ephemerals(channel: string): readonly { to: string; message: { id: string } }[];
  /** The commands of all guilds, or of one. */
  commands(guild?: string): readonly DiscordCommand[];
  file(id: string): { mime: string; bytes: Uint8Array } | undefined;
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: DiscordEvent) => void): () => void;
}

export interface DiscordMessageRef {
  channel_id: string;
  id: string;
}

export interface DiscordCommand {
  name: string;
  options?: readonly { type: number; name: string }[];
}

export interface DiscordActResult {
  isAnswered: boolean;
}

export interface DiscordForm {
  title: string;
  components: readonly object[];
}

export type DiscordEvent =
  | { type: 'message' | 'changed'; channelId: string; message: object; to?: string }
  | { type: 'deleted'; channelId: string; messageId: string }
  | { type: 'typing'; channelId: string }
  | { type: 'modal'; userId: string; modal: DiscordForm };
