/** Where the blocks of one turn lead. What a block adds is kept once the block is, and not before. */
export class TargetMemory {
  readonly #kept = new Set<string>();

  /** Looks at one more block: `isNew` tells for each of its targets, in order, whether it is the first there. */
  begin(): { isNew: (targetKey: string) => boolean; keep: () => void } {
    const added = new Set<string>();
    return {
      isNew: (targetKey) => {
        if (this.#kept.has(targetKey) || added.has(targetKey)) return false;
        added.add(targetKey);
        return true;
      },
      keep: () => {
        for (const targetKey of added) this.#kept.add(targetKey);
      },
    };
  }
}
