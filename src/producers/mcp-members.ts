import { objectOf } from './json-object.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * What an MCP tool gives as data, where it has this member, at its top level or under `result`: its structured content,
 * or a text block that holds it as JSON, as servers of older protocols write it.
 */
export function membersWith(member: string, result: unknown): Members | undefined {
  const { structuredContent, content } = objectOf(result) ?? {};
  const structured = objectOf(structuredContent);
  if (has(member, structured)) return structured;
  if (!Array.isArray(content)) return undefined;
  for (const block of content as unknown[]) {
    const { type, text } = objectOf(block) ?? {};
    if (type !== 'text' || typeof text !== 'string' || !text.includes(`"${member}"`)) continue;
    const members = membersIn(text);
    if (has(member, members)) return members;
  }
  return undefined;
}

function has(member: string, members: Members | undefined): boolean {
  return (
    members !== undefined && [members, objectOf(members.result) ?? {}].some((level) => Object.hasOwn(level, member))
  );
}

function membersIn(text: string): Members | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
