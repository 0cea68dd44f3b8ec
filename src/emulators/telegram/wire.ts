/** The Bot API objects that the emulator makes, field for field as on the wire. Telegram Bot API 10.1. */

export interface User {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
}

export interface Chat {
  id: number;
  type: 'private' | 'group' | 'supergroup' | 'channel';
  title?: string;
  username?: string;
  first_name?: string;
  is_forum?: true;
}

/** `offset` and `length` count UTF-16 code units. */
export interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  language?: string;
  custom_emoji_id?: string;
  user?: User;
}

/** Exactly one field beside `text`, `style` and `icon_custom_emoji_id` is the button's action. */
export interface InlineKeyboardButton {
  text: string;
  url?: string;
  callback_data?: string;
  [field: string]: unknown;
}

export interface InlineKeyboardMarkup {
  inline_keyboard: InlineKeyboardButton[][];
}

export interface Document {
  file_id: string;
  file_unique_id: string;
  file_name?: string;
  mime_type?: string;
  file_size?: number;
}

export interface PhotoSize {
  file_id: string;
  file_unique_id: string;
  width: number;
  height: number;
  file_size?: number;
}

/** The emulator measures no sound and no film: its durations and sizes are 0. */
export interface Sound extends Document {
  duration: number;
}

export interface Video extends Sound {
  width: number;
  height: number;
}

export interface Message {
  message_id: number;
  /** Unix seconds. */
  date: number;
  edit_date?: number;
  chat: Chat;
  from?: User;
  sender_chat?: Chat;
  message_thread_id?: number;
  is_topic_message?: true;
  reply_to_message?: Message;
  text?: string;
  entities?: Entity[];
  caption?: string;
  caption_entities?: Entity[];
  document?: Document;
  photo?: PhotoSize[];
  voice?: Sound;
  audio?: Sound;
  video?: Video;
  /** Degrees. */
  location?: { latitude: number; longitude: number };
  reply_markup?: InlineKeyboardMarkup;
  migrate_to_chat_id?: number;
  migrate_from_chat_id?: number;
  forum_topic_created?: { name: string; icon_color: number };
}

interface CallbackQuery {
  id: string;
  from: User;
  message: Message;
  chat_instance: string;
  data: string;
}

interface ChatMemberUpdated {
  chat: Chat;
  from: User;
  date: number;
  old_chat_member: { status: string; user: User };
  new_chat_member: { status: string; user: User };
}

/** What an update carries, under the name of its kind. */
export interface UpdateContent {
  message?: Message;
  edited_message?: Message;
  channel_post?: Message;
  edited_channel_post?: Message;
  callback_query?: CallbackQuery;
  my_chat_member?: ChatMemberUpdated;
}

export type Update = UpdateContent & { update_id: number };

export interface ResponseParameters {
  migrate_to_chat_id?: number;
  /** Seconds. */
  retry_after?: number;
}

export type ApiAnswer =
  | { ok: true; result: unknown }
  | { ok: false; error_code: number; description: string; parameters?: ResponseParameters };
