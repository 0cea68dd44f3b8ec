/** Discord's objects as the emulator makes them, field for field as on the wire (docs.discord.com, API v10, read 2026-11). */

export interface User {
  /** A snowflake, as all ids here. */
  id: string;
  username: string;
  /** What is shown; nothing for a bot. */
  global_name: string | null;
  discriminator: string;
  avatar: string | null;
  public_flags: number;
  bot?: true;
}

export interface Member {
  roles: string[];
  nick: string | null;
  avatar: string | null;
  joined_at: string;
  premium_since: null;
  deaf: boolean;
  mute: boolean;
  pending: boolean;
  flags: number;
  communication_disabled_until: null;
  permissions?: string;
  user?: User;
}

export interface Role {
  id: string;
  name: string;
  color: number;
  hoist: boolean;
  position: number;
  permissions: string;
  managed: boolean;
  mentionable: boolean;
  flags: number;
}

export interface Channel {
  id: string;
  /** 0 text, 1 direct messages, 11 public thread, 12 private thread. */
  type: number;
  flags: number;
  last_message_id: string | null;
  guild_id?: string;
  name?: string;
  parent_id?: string | null;
  position?: number;
  permission_overwrites?: unknown[];
  topic?: string | null;
  nsfw?: boolean;
  rate_limit_per_user?: number;
  recipients?: User[];
  owner_id?: string;
  message_count?: number;
  member_count?: number;
  total_message_sent?: number;
  thread_metadata?: {
    archived: boolean;
    auto_archive_duration: number;
    archive_timestamp: string;
    locked: boolean;
    create_timestamp: string;
  };
}

/** A component of a message or modal. Its other fields depend on its type. */
export interface Component {
  type: number;
  id?: number;
  custom_id?: string;
  components?: Component[];
  accessory?: Component;
  component?: Component;
  [field: string]: unknown;
}

export interface Attachment {
  id: string;
  filename: string;
  size: number;
  url: string;
  proxy_url: string;
  content_type: string;
  description?: string;
  width?: number;
  height?: number;
}

export interface Message {
  id: string;
  /** 0 default, 19 reply, 20 answer to a command, 18 thread created. */
  type: number;
  channel_id: string;
  author: User;
  content: string;
  timestamp: string;
  edited_timestamp: string | null;
  tts: boolean;
  mention_everyone: boolean;
  mentions: User[];
  mention_roles: string[];
  attachments: Attachment[];
  embeds: Record<string, unknown>[];
  components: Component[];
  pinned: boolean;
  /** Bits: 4 embeds suppressed, 64 ephemeral, 128 loading, 4096 silent, 32768 components v2. */
  flags: number;
  nonce?: string | number;
  webhook_id?: string;
  application_id?: string;
  message_reference?: { type: number; message_id: string; channel_id: string; guild_id?: string };
  referenced_message?: Message | null;
  interaction_metadata?: { id: string; type: number; user: User; authorizing_integration_owners: unknown };
  reactions?: { emoji: { id: string | null; name: string }; count: number; me: boolean }[];
  sticker_items?: unknown[];
  poll?: unknown;
  position?: number;
}

export interface ApplicationCommand {
  id: string;
  application_id: string;
  version: string;
  type: number;
  name: string;
  description: string;
  options?: { type: number; name: string; required?: boolean }[];
  guild_id?: string;
  [field: string]: unknown;
}

export interface Interaction {
  id: string;
  application_id: string;
  /** 1 ping, 2 command, 3 component, 5 modal. */
  type: number;
  token: string;
  version: 1;
  data?: Record<string, unknown>;
  [field: string]: unknown;
}

/** Message flags that the emulator acts upon. */
export const FLAG = {
  ephemeral: 1 << 6,
  loading: 1 << 7,
  silent: 1 << 12,
  componentsV2: 1 << 15,
} as const;

/** Channel types. */
export const CHANNEL = { text: 0, dm: 1, publicThread: 11, privateThread: 12 } as const;
