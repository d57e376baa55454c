import type { Command } from "./commands.ts";

/** The properties of a KeyboardEvent that identify a key press. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const SEQUENCE_MS = 1200;

/** A key press in the commands' notation: "k", "?", "Ctrl+K"; null for a modifier alone. */
export function pressName({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (["Control", "Meta", "Alt", "Shift"].includes(key) || altKey) return null;
  if (ctrlKey || metaKey) return `Ctrl+${key.length === 1 ? key.toUpperCase() : key}`;
  return key;
}

/** Matches sequences of key presses with commands. */
export class HotkeyMatcher {
  #typed = "";
  #at = 0;

  /** `typing`: a text field has the focus, where only combinations with Ctrl count. */
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
