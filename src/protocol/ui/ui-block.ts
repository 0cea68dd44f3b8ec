/** Where a block stands beside the text. What is drawn first is what arrived first; this only says how it was meant. */
export type BlockPosition = 'before_text' | 'inline' | 'after_text';

/** A typed block of UI on the wire of the UI Block Protocol. */
export interface UiBlock {
  /** Unique in its turn, and the same whenever it is sent again. */
  id: string;
  namespace: string;
  block_type: string;
  /** Full semantic version. */
  version: string;
  data: unknown;
  position: BlockPosition;
  _meta?: Readonly<Record<string, unknown>>;
}

/** A kind of block that a client can draw, as its capability token `<namespace>.<block_type>@<major>` names it. */
export interface BlockSupport {
  namespace: string;
  block_type: string;
  /** Major version, 1 to 2^31 - 1. */
  version: number;
}

/** Why a block was not sent. It goes to whoever made the block, never to the person. */
export const BLOCK_REFUSALS = [
  'ui_block_turn_closed',
  'ui_block_unknown_type',
  'ui_block_not_supported_by_client',
  'ui_block_invalid_data',
  'ui_block_too_large',
  'ui_block_duplicate',
  'ui_block_turn_cap_exceeded',
] as const;

export type BlockRefusal = (typeof BLOCK_REFUSALS)[number];
