import type { Command } from "./commands.ts";

/** What of a KeyboardEvent decides which keys were pressed. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const SEQUENCE_MS = 1200;

/** The name of a key press as commands spell it: "k", "?", "Ctrl+K"; null for a modifier alone. */
export function pressName({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (["Control", "Meta", "Alt", "Shift"].includes(key) || altKey) return null;
  if (ctrlKey || metaKey) return `Ctrl+${key.length === 1 ? key.toUpperCase() : key}`;
  return key;
}

/** Follows key presses and says which command they complete. */
export class HotkeyMatcher {
  #typed = "";
  #at = 0;

  /** `typing`: the focus is in a text field, where only combinations with Ctrl count. */
  match(
    press: KeyPress,
    commands: readonly Command[],
    now: number,
    typing: boolean,
  ): Command | undefined {
    const name = pressName(press);
    if (name === null || (typing && !name.startsWith("Ctrl+"))) return undefined;
    const sequence = now - this.#at < SEQUENCE_MS && this.#typed ? `${this.#typed} ${name}` : name;
    this.#at = now;
    const found =
      commands.findLast((each) => each.keys === sequence) ??
      commands.findLast((each) => each.keys === name);
    const begins = commands.some((each) => each.keys?.startsWith(`${sequence} `));
    this.#typed = !found && begins ? sequence : "";
    return found;
  }
}
