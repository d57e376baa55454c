/** Something a user can do from anywhere: the palette, the shortcuts and their list all read it from here. */
export interface Command {
  readonly id: string;
  /** A verb and its object: "Open the overview". */
  readonly title: string;
  /** Heading it is under. */
  readonly group: string;
  /** Keys one after the other, e.g. "g o", "?", "Ctrl+K". Ctrl stands for ⌘ on a Mac. */
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

  /** Adds commands until the returned function is called. A later one with the same id hides the earlier. */
  register(commands: readonly Command[]): () => void {
    this.#set([...this.#commands, ...commands]);
    return () => this.#set(this.#commands.filter((each) => !commands.includes(each)));
  }

  #set(commands: readonly Command[]): void {
    this.#commands = commands;
    for (const listener of this.#listeners) listener();
  }
}

/** The commands whose words all begin with, or contain, the words of a search; best first. */
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
