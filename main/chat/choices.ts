import type { ChatChoice } from "../contract/index.ts";
import type { Piece, Said } from "./wire.ts";

/** Characters that are kept of one text. */
const MAX_TEXT = 200_000;
const MAX_CHOICES = 32;

type Mutable = { -readonly [K in keyof ChatChoice]: ChatChoice[K] };

/** What a model says, combined from its pieces. */
export class Choices {
  readonly #choices = new Map<number, Mutable>();
  cut = false;

  get list(): ChatChoice[] {
    return [...this.#choices.values()]
      .toSorted((a, b) => a.index - b.index)
      .map((choice) => ({ ...choice, calls: choice.calls.map((call) => ({ ...call })) }));
  }

  /** Whether the piece held tokens: a chat's first one names the role alone, its last one why it ended. */
  add({ choices }: Piece): boolean {
    let tokens = false;
    for (const { index, text, delta, message, finish_reason } of choices ?? []) {
      const choice = this.#choice(index ?? 0);
      if (!choice) continue;
      const said = delta ?? message;
      const held = [
        this.#append(choice, "text", text ?? said?.content),
        this.#append(choice, "reasoning", said?.reasoning ?? said?.reasoning_content),
        this.#call(choice, said?.tool_calls),
      ];
      tokens ||= held.includes(true);
      if (typeof finish_reason === "string") choice.finishReason = finish_reason;
    }
    return tokens;
  }

  #choice(index: number): Mutable | null {
    const known = this.#choices.get(index);
    if (known) return known;
    if (this.#choices.size === MAX_CHOICES) {
      this.cut = true;
      return null;
    }
    const fresh = { index, text: "", reasoning: "", calls: [], finishReason: null };
    this.#choices.set(index, fresh);
    return fresh;
  }

  #append(choice: Mutable, member: "text" | "reasoning", more: string | null | undefined): boolean {
    if (!more) return false;
    choice[member] = this.#joined(choice[member], more);
    return true;
  }

  #joined(text: string, more: string): string {
    const left = MAX_TEXT - text.length;
    if (more.length > left) this.cut = true;
    return text + more.slice(0, Math.max(0, left));
  }

  #call(choice: Mutable, calls: Said["tool_calls"]): boolean {
    if (!calls || calls.length === 0) return false;
    calls.forEach(({ index, function: named }, at) => {
      const place = Math.min(Math.max(0, index ?? at), choice.calls.length);
      const before = choice.calls[place] ?? { name: "", arguments: "" };
      choice.calls[place] = {
        name: this.#joined(before.name, named?.name ?? ""),
        arguments: this.#joined(before.arguments, named?.arguments ?? ""),
      };
    });
    return true;
  }
}
