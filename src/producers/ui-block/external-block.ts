import type { BlockType, DeclaredBlock } from '../../protocol/ui/block-type.ts';
import { harmInJson } from '../../protocol/ui/plain-json.ts';

/** What of data is looked at. A block that is small enough to be sent stays far below. */
const LOOKED_AT = { maxDepth: 32, maxNodes: 100_000 };

/** A kind of block that a formation declares. Only a client that knows it draws it. */
export function externalBlock(declared: DeclaredBlock): BlockType {
  const { namespace, blockType, version, description, dataSchema, faultIn } = declared;
  return {
    ...{ namespace, blockType, version, description, dataSchema },
    source: 'external',
    check(data) {
      const harm = harmInJson(data, LOOKED_AT);
      if (harm !== undefined) return { fault: `its data ${harm}` };
      const fault = faultIn(data);
      return fault === undefined
        ? { data: structuredClone(data) }
        : { fault: `its data does not fit its schema: ${fault}` };
    },
    widgetOf: ({ id }) => ({
      ...{ type: 'external_block', id },
      ...{ namespace, block_type: blockType, version },
    }),
  };
}
