import type { ArrivedBlock } from '../turn/turn-state.ts';
import { blockIsDrawable } from './is-drawable.ts';

/**
 * Draws a block. Nothing = its data is not what it should be, so it is shown as unknown. Checks what it is given: the
 * server has checked it, too, but the server is not what the reader's safety rests on.
 */
export type RenderBlock<Drawn> = (block: ArrivedBlock) => Drawn | undefined;

/** The kinds of blocks that a client can draw. `Drawn` is whatever its framework draws with: a node, an element. */
export interface BlockRenderers<Drawn> {
  /**
   * From now on blocks of this kind and major version are drawn so, and asked for. Throws when the kind's name could
   * not be negotiated, or is taken.
   */
  registerBlockRenderer(namespace: string, blockType: string, major: number, render: RenderBlock<Drawn>): void;
  /** For `?capabilities=`, joined by commas: what is registered, in that order, and nothing else. */
  clientCapabilityTokens(): string[];
  /** The block as it is drawn. Nothing = show an unknown card, with its name and version and no more. Never throws. */
  renderBlock(block: ArrivedBlock): Drawn | undefined;
}

const SEGMENTS = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const SEGMENT = /^[a-z0-9_-]+$/;
const MAX_MAJOR = 2 ** 31 - 1;

export function createBlockRenderers<Drawn>(): BlockRenderers<Drawn> {
  const renderers = new Map<string, { major: number; name: string; render: RenderBlock<Drawn> }>();
  return {
    registerBlockRenderer(namespace, blockType, major, render) {
      const token = `${namespace}.${blockType}@${major}`;
      const isMajor = Number.isInteger(major) && major >= 1 && major <= MAX_MAJOR;
      if (!SEGMENTS.test(namespace) || !SEGMENT.test(blockType) || !isMajor) {
        throw new TypeError(
          `Cannot register a renderer for '${token}': write namespace and type in a-z, 0-9, _ and -, and a major of 1 or more.`,
        );
      }
      if (renderers.has(token)) throw new TypeError(`A renderer for '${token}' is registered already.`);
      renderers.set(token, { major, name: `${namespace}.${blockType}`, render });
    },
    clientCapabilityTokens: () => [...renderers.keys()],
    renderBlock(block) {
      const name = `${block.namespace}.${block.block_type}`;
      for (const renderer of renderers.values()) {
        if (renderer.name !== name || !blockIsDrawable(block.version, renderer.major)) continue;
        try {
          return renderer.render(block);
        } catch {
          return undefined;
        }
      }
      return undefined;
    },
  };
}
