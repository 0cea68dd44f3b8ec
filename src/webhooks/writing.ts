import type { ChannelType, ChannelTypes, Writing } from '../protocol/channel.ts';
import type { DeliveringTransformer, TemplateVariables, Transformer } from '../protocol/transformer.ts';
import type { Address } from '../protocol/turn.ts';
import type { Destination } from './destination.ts';
import { type Post, type Result, variablesOf } from './posted.ts';

/** What an address says beside where it is. */
export interface Addressed {
  /** What a template sees as `context.*`. */
  context: Readonly<Record<string, unknown>>;
  userId?: string;
  sessionId?: string;
}

/** How something is written that is posted: printed as the transformer's platform reads it, kept as a post. */
export function writingOf(
  destination: Destination,
  options: { own: ChannelType; channelTypes: ChannelTypes; addressed: (address: Address) => Addressed },
): Writing {
  const { transformer } = destination;
  return {
    printer: printerOf(transformer, options),
    transformer: keepingPosts(destination, options.addressed),
  };
}

/** The platform whose native UI the template names, or whose name it bears; else the channel's own. No file goes as a file. */
function printerOf(
  transformer: DeliveringTransformer | undefined,
  { own, channelTypes }: { own: ChannelType; channelTypes: ChannelTypes },
): ChannelType {
  const {
    printFile: _,
    printPoint: __,
    ...printer
  } = (transformer && channelTypes.get(transformer.nativeUi ?? transformer.name)) ?? own;
  return printer;
}

/** The same template; what it makes is kept with what sending it takes. */
function keepingPosts(destination: Destination, addressed: (address: Address) => Addressed): Transformer {
  const { transformer } = destination;
  return {
    name: transformer?.name ?? destination.name,
    usesUi: transformer?.usesUi ?? true,
    usesTimestamp: true,
    contentOverheadUnits: transformer?.contentOverheadUnits ?? 0,
    // Whoever gets the result as it is gets the author's text as it is.
    content: transformer ? { ...transformer.content } : { format: 'markdown' },
    body(given): Post {
      const about = addressed(given.context as Address);
      const variables = { ...given, context: about.context };
      const read = transformer && variablesOf(variables, transformer.requestReads);
      return {
        destination: destination.name,
        ...(transformer && { body: transformer.body(variables) }),
        ...(read && { variables: read }),
        result: resultOf(given, about),
      };
    },
  };
}

function resultOf({ response, timestamp }: TemplateVariables, { userId, sessionId }: Addressed): Result {
  const { turn_id, status, error } = response.metadata as Pick<Result, 'turn_id' | 'status' | 'error'>;
  return {
    ...{ turn_id, status, content: response.content, timestamp },
    ...(error !== undefined && { error }),
    ...(userId !== undefined && { user_id: userId }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(Array.isArray(response.ui) && { ui: response.ui }),
    ...(response.files !== undefined && { files: response.files }),
  };
}
