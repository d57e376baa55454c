/** A call of a tool, complete. */
export interface ToolCall {
  /** The server's; "" where it gives none. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A piece of a call; pieces of one call have the same key. */
export interface ToolCallPiece {
  readonly key: string;
  readonly id: unknown;
  readonly name: unknown;
  readonly arguments: unknown;
}

const MAX_CALLS = 128;
const MAX_ARGUMENTS = 1024 * 1024;

/** The calls of one response, from pieces as they arrive. */
export class ToolCalls {
  readonly #calls = new Map<string, { id: string; name: string; arguments: string }>();

  add(piece: ToolCallPiece): void {
    let call = this.#calls.get(piece.key);
    if (!call) {
      if (this.#calls.size === MAX_CALLS) return;
      this.#calls.set(piece.key, (call = { id: "", name: "", arguments: "" }));
    }
    if (typeof piece.id === "string") call.id ||= piece.id;
    if (typeof piece.name === "string") call.name += piece.name;
    if (typeof piece.arguments === "string" && call.arguments.length < MAX_ARGUMENTS)
      call.arguments += piece.arguments;
  }

  get list(): ToolCall[] {
    return [...this.#calls.values()];
  }
}
