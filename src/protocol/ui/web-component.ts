import type { ComponentSurface } from './ui-envelope.ts';

/** The component that shows the interactive views of MCP servers. Clients know it, and no formation defines it anew. */
export const MCP_APP_COMPONENT = 'McpApp';

/** A component of the web application that a formation registers. */
export interface WebComponent {
  name: string;
  /** Where it may stand. The first is taken when a call does not say. */
  surfaces: readonly ComponentSurface[];
  /** JSON Schema of its props. */
  props: Readonly<Record<string, unknown>>;
  /** The tool whose call shows it, with the props as its arguments. Absent = no call does. */
  tool?: string;
  /** What it is for, for an agent that may call its tool. */
  description?: string;
  /** What is wrong with some props, without quoting them; nothing when they fit. */
  check(props: unknown): string | undefined;
}
