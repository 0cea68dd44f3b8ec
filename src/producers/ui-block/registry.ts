import { BridgeError } from '../../protocol/errors.ts';
import type { BlockOffer, BlockType } from '../../protocol/ui/block-type.ts';
import { type CapabilityToken, supportOf } from '../../protocol/ui/capability-token.ts';
import { majorOf } from '../../protocol/ui/major-of.ts';
import type { BlockSupport } from '../../protocol/ui/ui-block.ts';

/** Who may register under it, and below it, is us. */
const RESERVED_NAMESPACE = 'minara';

/** The kinds of blocks that this service can send. */
export interface BlockRegistry {
  /** The type of a block whose version has this major; nothing when there is none, or the version is no semantic one. */
  find(block: { namespace: string; block_type: string; version: string }): BlockType | undefined;
  /** Of what a client can draw, what there is here, in the client's order. */
  intersect(tokens: readonly CapabilityToken[]): BlockSupport[];
  /** What an agent can show where this is supported, of each kind the highest major. `all` = where our own printers draw. */
  offers(supported: readonly BlockSupport[] | 'all'): BlockOffer[];
}

/**
 * Throws `ui_block_namespace_reserved` for a type that is not our own under `minara`, `formation_invalid` for one that
 * is there twice or has no semantic version.
 */
export function createBlockRegistry(types: readonly BlockType[]): BlockRegistry {
  const byKey = new Map<string, BlockType>();
  for (const type of types) {
    const { namespace, blockType, version, source } = type;
    const name = `${namespace}.${blockType} ${version}`.slice(0, 200);
    if (source === 'external' && isReservedNamespace(namespace)) {
      throw new BridgeError(
        'ui_block_namespace_reserved',
        `Cannot register the block type '${name}': the namespace '${RESERVED_NAMESPACE}' belongs to the types that come with Footbridge. Use one of your own.`,
      );
    }
    const major = majorOf(version);
    const key = keyOf(namespace, blockType, major ?? 0);
    if (major === undefined || byKey.has(key)) {
      const why = major === undefined ? 'its version is no semantic version, e.g. 1.0.0' : 'its major version is taken';
      throw new BridgeError('formation_invalid', `Cannot register the block type '${name}': ${why}.`);
    }
    byKey.set(key, type);
  }

  return {
    find({ namespace, block_type, version }) {
      const major = majorOf(version);
      return major === undefined ? undefined : byKey.get(keyOf(namespace, block_type, major));
    },
    intersect(tokens) {
      const supported = tokens.map(supportOf).filter((support) => support !== undefined);
      return supported.filter(({ namespace, block_type, version }) => byKey.has(keyOf(namespace, block_type, version)));
    },
    offers(supported) {
      if (supported === 'all') {
        return [...byKey.values()].filter(({ source, isOurs }) => source === 'builtin' && !isOurs).map(offerOf);
      }
      const highest = supported.filter((one) => isHighest(one, supported));
      return highest.flatMap(({ namespace, block_type, version }) => {
        const type = byKey.get(keyOf(namespace, block_type, version));
        return type && !type.isOurs ? [offerOf(type)] : [];
      });
    },
  };
}

/** Whether an external type may not have this namespace. */
export function isReservedNamespace(namespace: string): boolean {
  return namespace === RESERVED_NAMESPACE || namespace.startsWith(`${RESERVED_NAMESPACE}.`);
}

/** Whether no other major version of the same block is higher. */
export function isHighest(one: BlockSupport, among: readonly BlockSupport[]): boolean {
  return !among.some(
    ({ namespace, block_type, version }) =>
      namespace === one.namespace && block_type === one.block_type && version > one.version,
  );
}

/** Neither part of a name can hold a space. */
function keyOf(namespace: string, blockType: string, major: number): string {
  return `${namespace} ${blockType} ${major}`;
}

function offerOf({ namespace, blockType, version, description, dataSchema }: BlockType): BlockOffer {
  return { namespace, blockType, version, description, dataSchema };
}
