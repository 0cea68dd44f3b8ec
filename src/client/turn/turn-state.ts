import type { BlockSupport } from '../../protocol/ui/ui-block.ts';
import type { UIWidget } from '../parse-ui-widgets.ts';

/** A block as it arrived. Fields that were missing or no text are ''. Whether it can be drawn is the renderers' to say. */
export interface ArrivedBlock {
  id: string;
  namespace: string;
  block_type: string;
  version: string;
  data: unknown;
}

/** A tool's call; `parentId` names the call under which it was made. */
export interface ToolPart {
  type: 'tool';
  id: string;
  name: string;
  /** `unanswered`: the turn ended, and nothing was told of what came of it. */
  status: 'running' | 'done' | 'failed' | 'unanswered';
  parentId?: string;
}

/** A question that waits for its answer: `{id, value}` as `ui_response`, where `id` is the question's. */
export interface QuestionPart {
  type: 'question';
  id: string;
  prompt: string;
  choices: readonly { value: string; label: string }[];
  multi: boolean;
}

/** Something of a turn to be shown. */
export type TurnPart =
  | { type: 'text'; text: string }
  | ToolPart
  | QuestionPart
  /** The message of this turn answered the question of this id. */
  | { type: 'answer'; id: string; label: string }
  | { type: 'widget'; id: string; widget: UIWidget }
  | { type: 'block'; id: string; block: ArrivedBlock }
  /** Unchecked, as it arrived: `readEnvelope` checks it. */
  | { type: 'envelope'; id: string; createdAtMs: number; envelope: unknown };

export type TurnEnd =
  | { type: 'done' }
  /**
   * Not `isFinal`: the stream ended and the turn did not, e.g. because the service restarts; it can be gone on with.
   */
  | { type: 'error'; code: string; message: string; isFinal: boolean };

/** What a client knows of one turn: what to show, in the order in which it arrived, and how far it has read. */
export interface TurnState {
  parts: readonly TurnPart[];
  /** Absent while the turn goes on. */
  end?: TurnEnd;
  /** Known from the first frame that has an id. */
  turnId?: string;
  /** Id of the last frame that was taken, for `Last-Event-ID`. */
  lastEventId?: string;
  /** The turn began anew, and the place of that is the next one that a frame tells. */
  isPlaceOpen?: true;
  sessionId?: string;
  /** Unix time in milliseconds. */
  startedAtMs?: number;
  /** Kinds of blocks that this stream may carry. Absent = none were negotiated. */
  supportedBlocks?: readonly BlockSupport[];
}

/** A turn of which nothing was read yet. */
export const NOTHING_YET: TurnState = { parts: [] };

/** All of the text so far. */
export function textOf({ parts }: TurnState): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Whether nothing of the turn can follow. */
export function isOver({ end }: TurnState): boolean {
  return end !== undefined && (end.type === 'done' || end.isFinal);
}
