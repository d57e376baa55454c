/** An action available on every page, in the palette, by shortcut and in the list of shortcuts. */
export interface Command {
  readonly id: string;
  /** Verb and object: "Open the overview". */
  readonly title: string;
  /** Its heading. */
  readonly group: string;
  /** Keys in sequence, e.g. "g o", "?", "Ctrl+K". Ctrl means ⌘ on a Mac. */
  readonly keys?: string;
  run(): void;
}

export class CommandRegistry {
  #commands: readonly Command[] = [];
  readonly #listeners = new Set<() => void>();

  readonly list = (): readonly Command[] => this.#commands;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Registers commands until the returned function is called. A later one with the same id hides earlier ones. */
  register(commands: readonly Command[]): () => void {
    this.#set([...this.#commands, ...commands]);
    return () => this.#set(this.#commands.filter((each) => !commands.includes(each)));
  }

  #set(commands: readonly Command[]): void {
    this.#commands = commands;
    for (const listener of this.#listeners) listener();
  }
}

/** The commands that match every word of a search, at the start of a word or within; best first. */
export function searchCommands(commands: readonly Command[], search: string): readonly Command[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = commands.flatMap((command, order) => {
    const text = `${command.title} ${command.group}`.toLowerCase();
    const places = words.map((word) => text.indexOf(word));
    if (places.some((place) => place < 0)) return [];
    const starts = words.filter(
      (word) => text.startsWith(word) || text.includes(` ${word}`),
    ).length;
    return [{ command, order, score: starts }];
  });
  return scored.sort((a, b) => b.score - a.score || a.order - b.order).map((each) => each.command);
}
