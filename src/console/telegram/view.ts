/** What the console needs of an emulated Telegram. The emulator is handed in; nothing here knows where it lives. */
export interface TelegramEmulatorView {
  readonly bot: { id: number; first_name: string; username?: string };
  person(name: string): { id: number; first_name: string };
  group(title: string): { id: number; title?: string };
  sendText(from: number, chat: number, text: string): unknown;
  /** `button` counts the buttons of the message from 0, row by row. Resolves when the bot has answered. */
  press(from: number, message: { chat: number; message_id: number }, button: number): Promise<object>;
  /** What the chat shows now, oldest first. */
  messages(chat: number): readonly object[];
  file(id: string): { mime: string; bytes: Uint8Array } | undefined;
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: TelegramEvent) => void): () => void;
}

export type TelegramEvent =
  | { type: 'message' | 'edited'; chatId: number; message: object }
  | { type: 'deleted'; chatId: number; messageId: number }
  | { type: 'action'; chatId: number };
