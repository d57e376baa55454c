import type { TextEdit } from "./types.ts";

/** The text after the edits, which must not overlap; edits at the same offset are applied in their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of inOrder(edits)) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}

function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((left, right) => left.from - right.from || left.to - right.to);
}

/** A kept range of the original text, or inserted text. */
type Piece = { readonly from: number; readonly to: number } | { readonly insert: string };

const pieceLength = (piece: Piece) =>
  "insert" in piece ? piece.insert.length : piece.to - piece.from;

/** A text that is edited step by step, and the equivalent edits of the original. */
export class Draft {
  readonly #original: string;
  #text: string;
  #pieces: Piece[];

  constructor(text: string) {
    this.#original = text;
    this.#text = text;
    this.#pieces = [{ from: 0, to: text.length }];
  }

  get text(): string {
    return this.#text;
  }

  /** The edits refer to the current text. */
  apply(edits: readonly TextEdit[]): void {
    const pieces: Piece[] = [];
    let at = 0;
    for (const { from, to, insert } of inOrder(edits)) {
      pieces.push(...this.#between(at, from), { insert });
      at = to;
    }
    pieces.push(...this.#between(at, this.#text.length));
    this.#pieces = pieces;
    this.#text = applyEdits(this.#text, edits);
  }

  /** The pieces of a range of the current text. */
  #between(from: number, to: number): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    for (const piece of this.#pieces) {
      const low = Math.max(from - start, 0);
      const high = Math.min(to - start, pieceLength(piece));
      if (low < high) pieces.push(slicePiece(piece, low, high));
      start += pieceLength(piece);
    }
    return pieces;
  }

  /** Edits of the original text, in text order, without unchanged text at their ends. */
  edits(): TextEdit[] {
    const edits: TextEdit[] = [];
    let at = 0;
    let insert = "";
    const keep = (from: number): void => {
      if (from > at || insert !== "") edits.push(...this.#trimmed(at, from, insert));
      insert = "";
    };
    for (const piece of this.#pieces) {
      if ("insert" in piece) insert += piece.insert;
      else {
        keep(piece.from);
        at = piece.to;
      }
    }
    keep(this.#original.length);
    return edits;
  }

  /** Drops what is the same before and after at both ends. */
  #trimmed(from: number, to: number, insert: string): TextEdit[] {
    const old = this.#original.slice(from, to);
    const most = Math.min(old.length, insert.length);
    let head = 0;
    while (head < most && old[head] === insert[head]) head += 1;
    let tail = 0;
    while (tail < most - head && old.at(-1 - tail) === insert.at(-1 - tail)) tail += 1;
    const edit = {
      from: from + head,
      to: to - tail,
      insert: insert.slice(head, insert.length - tail),
    };
    return edit.from === edit.to && edit.insert === "" ? [] : [edit];
  }
}

function slicePiece(piece: Piece, low: number, high: number): Piece {
  if ("insert" in piece) return { insert: piece.insert.slice(low, high) };
  return { from: piece.from + low, to: piece.from + high };
}
