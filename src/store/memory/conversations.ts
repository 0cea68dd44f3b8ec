/** The names of conversations and how often they began anew. Each former name points straight at today's. */
export class Conversations {
  readonly #currentNames = new Map<string, string>();
  readonly #generations = new Map<string, number>();

  /** How often the conversation of this name, today's, began anew. */
  generation(name: string): number {
    return this.#generations.get(name) ?? 0;
  }

  beginAnew(name: string): void {
    this.#generations.set(name, this.generation(name) + 1);
  }

  currentName(name: string): string {
    return this.#currentNames.get(name) ?? name;
  }

  namesOf(name: string): string[] {
    const today = this.currentName(name);
    const former = [...this.#currentNames].filter(([, current]) => current === today).map(([alias]) => alias);
    return [today, ...former.reverse()];
  }

  /** Gives the name that `from` has from now on. */
  rename(from: string, to: string): string {
    // A late repetition of an old move must not undo a newer one; a move back to a former name is a new move.
    const today = this.currentName(to);
    const target = today === from ? to : today;
    if (this.currentName(from) === target) return target;
    this.#currentNames.delete(target);
    this.#currentNames.delete(from);
    for (const [alias, current] of this.#currentNames) {
      if (current === from) this.#currentNames.set(alias, target);
    }
    this.#currentNames.set(from, target);
    this.#generations.set(target, Math.max(this.generation(from), this.generation(target)));
    return target;
  }
}
