import { jsonOnce } from '../../protocol/json-once.ts';
import type { TurnEvent } from '../../protocol/turn-log.ts';
import type { Fact } from '../../protocol/ui/ui-stage.ts';
import { objectOf } from '../json-object.ts';

/** Longest arguments or result of a call that are told, characters of JSON. The log is no place for documents. */
const MAX_TOLD_CHARS = 16_384;

type Call = Extract<Fact, { type: 'tool_call' }>;
type Result = Extract<Fact, { type: 'tool_result' | 'mcp_result' }>;

interface Open {
  callId: string;
  tool: string;
  /** Whether the agent gave its id. */
  isNamed: boolean;
  parent: string | undefined;
}

/**
 * The calls of one turn. An agent that gives its calls no ids gets some here: a result belongs to the oldest open call
 * of its tool.
 */
export class ToolCalls {
  #count = 0;
  readonly #open: Open[] = [];
  readonly #answered = new Set<string>();

  called({ id, tool, args, parent }: Call): TurnEvent {
    const callId = id ?? `call_${++this.#count}`;
    this.#open.push({ callId, tool, isNamed: id !== undefined, parent });
    // An agent may take an id again.
    this.#answered.delete(callId);
    return { type: 'tool_call', callId, tool, args: told(args), ...(parent !== undefined && { parentId: parent }) };
  }

  /** What came of a call, as it may be `seen`. One that was not told of before is told of now. */
  answered(fact: Result, seen: unknown): TurnEvent[] {
    const { id, tool, result } = fact;
    // Told twice, it came once.
    if (id !== undefined && this.#answered.has(id)) return [];
    const open = this.#close(id, tool);
    const callId = open?.callId ?? id ?? `call_${++this.#count}`;
    if (id !== undefined) this.#answered.add(id);
    else if (open?.isNamed) this.#answered.add(open.callId);
    const parent = fact.parent ?? open?.parent;
    const under = parent !== undefined && { parentId: parent };
    const answered: TurnEvent = {
      type: 'tool_result',
      ...{
        callId,
        tool,
        isError: objectOf(result)?.isError === true,
        result: told(seen),
        ...under,
      },
    };
    if (open) return [answered];
    const args = fact.type === 'mcp_result' ? told(fact.args ?? null) : null;
    return [{ type: 'tool_call', callId, tool, args, ...under }, answered];
  }

  /** The call that is answered: by its id, else the oldest of its tool, one without an id of its own first. */
  #close(id: string | undefined, tool: string): Open | undefined {
    const ofTool = (call: Open) => call.tool === tool;
    let at = this.#open.findIndex((call) => (id === undefined ? ofTool(call) && !call.isNamed : call.callId === id));
    if (at === -1 && id === undefined) at = this.#open.findIndex(ofTool);
    return at === -1 ? undefined : this.#open.splice(at, 1)[0];
  }
}

/**
 * A copy of it, as it is now; nothing of what is too long, or is no JSON. An agent may go on to change what it gave, or
 * give it again with something else in it.
 */
function told(value: unknown): unknown {
  try {
    if (typeof value !== 'object' || value === null) return isTellable(JSON.stringify(value)) ? value : null;
    if (typeof Reflect.get(value, 'toJSON') === 'function') return told(JSON.parse(JSON.stringify(value)));
    const copy: object = Array.isArray(value) ? [...value] : { ...value };
    return isTellable(jsonOnce(copy)) ? copy : null;
  } catch {
    return null;
  }
}

function isTellable(json: string | undefined): boolean {
  return json !== undefined && json.length <= MAX_TOLD_CHARS;
}
