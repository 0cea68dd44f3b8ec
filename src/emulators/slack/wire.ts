/** Slack's objects as the emulator makes them, field for field as on the wire (docs.slack.dev, read 2026-11). */

export interface Team {
  id: string;
  name: string;
  domain: string;
}

export interface User {
  id: string;
  team_id: string;
  name: string;
  real_name: string;
  is_bot: boolean;
  deleted: boolean;
  locale: string;
  tz: string;
  profile: { display_name: string; real_name: string; email?: string };
}

export interface Channel {
  id: string;
  name?: string;
  is_channel: boolean;
  is_group: boolean;
  is_im: boolean;
  is_mpim: boolean;
  is_private: boolean;
  is_archived: boolean;
  context_team_id: string;
  /** Of a direct message: the person. */
  user?: string;
  topic?: { value: string };
}

/** A block or an element of one. Its other fields depend on its type. */
export interface Block {
  type: string;
  block_id?: string;
  [field: string]: unknown;
}

export interface BotProfile {
  id: string;
  app_id: string;
  user_id: string;
  name: string;
  team_id: string;
  deleted: boolean;
}

export interface SlackFile {
  id: string;
  created: number;
  timestamp: number;
  name: string;
  title: string;
  mimetype: string;
  filetype: string;
  user: string;
  user_team: string;
  size: number;
  mode: 'hosted';
  is_external: boolean;
  is_public: boolean;
  file_access: 'visible';
  url_private: string;
  url_private_download: string;
  original_w?: number;
  original_h?: number;
}

export interface Message {
  type: 'message';
  subtype?: string;
  /** Names the message in its channel: seconds with six decimals, as a string. */
  ts: string;
  user?: string;
  text: string;
  team?: string;
  bot_id?: string;
  app_id?: string;
  bot_profile?: BotProfile;
  client_msg_id?: string;
  /** `ts` of the first message of the thread; that one carries its own once it has replies. */
  thread_ts?: string;
  parent_user_id?: string;
  /** Of a message with a thread below it. */
  reply_count?: number;
  reply_users?: string[];
  reply_users_count?: number;
  latest_reply?: string;
  blocks?: Block[];
  attachments?: unknown[];
  files?: SlackFile[];
  upload?: boolean;
  metadata?: unknown;
  edited?: { user: string; ts: string };
  reactions?: { name: string; users: string[]; count: number }[];
  root?: Message;
}

/** A modal or an app home, with what the person has put in. */
export interface View {
  id: string;
  team_id: string;
  type: 'modal' | 'home';
  hash: string;
  blocks: Block[];
  callback_id: string;
  external_id: string;
  private_metadata: string;
  root_view_id: string;
  previous_view_id: string | null;
  app_id: string;
  bot_id: string;
  state: { values: StateValues };
  [field: string]: unknown;
}

/** What stateful elements hold, by `block_id` and `action_id`. */
export type StateValues = Record<string, Record<string, object>>;

export type ApiAnswer = { ok: true; [field: string]: unknown } | { ok: false; error: string; [field: string]: unknown };
