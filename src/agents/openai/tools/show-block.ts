import type { AgentContext, ToolOffer } from '../../../protocol/agent.ts';
import { objectIn } from '../../../protocol/loose.ts';
import type { BlockOffer } from '../../../protocol/ui/block-type.ts';

const PREFIX = 'show_block__';

export function blockName({ namespace, blockType }: BlockOffer): string {
  return `${PREFIX}${`${namespace}.${blockType}`.replaceAll('.', '_')}`;
}

/** A kind of block as a tool: its arguments are the block's data. */
export function blockTool({ description, dataSchema }: BlockOffer): Omit<ToolOffer, 'name'> {
  return {
    description: `Shows a block of UI to the person, beside your text. ${description}`.trim(),
    parameters: isObjectSchema(dataSchema)
      ? dataSchema
      : { type: 'object', properties: { data: dataSchema }, required: ['data'] },
  };
}

/** Shows what the model wants to show. Gives what the model is answered, and whether it is shown. */
export function showBlock(
  block: BlockOffer,
  args: Readonly<Record<string, unknown>>,
  context: Pick<AgentContext, 'showBlock'>,
): { answer: object; isShown: boolean } {
  const { namespace, blockType: block_type, version, dataSchema } = block;
  const data = isObjectSchema(dataSchema) ? args : args.data;
  const outcome = context.showBlock({ namespace, block_type, version, data });
  if (!('refusal' in outcome)) return { answer: { shown: true }, isShown: true };
  const { refusal, message } = outcome;
  const answer = refusal === NOT_SUPPORTED.error ? NOT_SUPPORTED : { error: refusal, hint: message };
  return { answer, isShown: false };
}

const NOT_SUPPORTED = {
  error: 'ui_block_not_supported_by_client',
  hint: `The person's client cannot show it. Say the same in your text, as inline Markdown.`,
} as const;

/**
 * What a model is answered that calls for a block which it was not offered: it knows the name from another turn, whose
 * client showed such blocks. Nothing for the name of another tool.
 */
export function unofferedBlock(name: string): object | undefined {
  return name.startsWith(PREFIX) ? NOT_SUPPORTED : undefined;
}

/** Whether every value of a schema is an object, as arguments have to be. */
function isObjectSchema(schema: Readonly<Record<string, unknown>>): boolean {
  return schema.type === 'object' || (schema.type === undefined && objectIn(schema.properties) !== undefined);
}
