import { linkUrl } from '../../protocol/link-url.ts';
import type { BlockType, CandidateBlock } from '../../protocol/ui/block-type.ts';
import { objectOf } from '../json-object.ts';
import { MCP_APP_KEYS, type McpApp } from '../mcp-app.ts';

const text = { type: 'string', minLength: 1, maxLength: 512 };

/** An interactive view of an MCP server. The service alone makes it, of views that it keeps. */
export const mcpAppBlock: BlockType = {
  namespace: 'footbridge',
  blockType: 'mcp_app',
  version: '1.0.0',
  source: 'builtin',
  isOurs: true,
  description: 'An interactive view of an MCP server, opened by its link.',
  dataSchema: {
    type: 'object',
    properties: { app: text, url: { ...text, format: 'uri', maxLength: 2048 }, server: text, tool: text },
    required: MCP_APP_KEYS,
    additionalProperties: false,
  },
  check(data) {
    const members = objectOf(data);
    const isWhole = members && MCP_APP_KEYS.every((key) => typeof members[key] === 'string' && members[key] !== '');
    if (!isWhole || Object.keys(members).length !== MCP_APP_KEYS.length) return { fault: 'it is no app' };
    if ('refusal' in linkUrl(members.url)) return { fault: 'its URL is none that a person may be sent to' };
    return { data: { ...members } };
  },
  widgetOf: ({ id, data }) => ({ type: 'mcp_app', id, ...(data as McpApp) }),
};

/** An app as a block. */
export function mcpAppCandidate({ app, url, server, tool }: McpApp): CandidateBlock {
  const { namespace, blockType: block_type, version } = mcpAppBlock;
  return { namespace, block_type, version, data: { app, url, server, tool } };
}
