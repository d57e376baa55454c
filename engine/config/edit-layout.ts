import type { TextEdit } from "./types.ts";

/** Information about the lines of a text around offsets between tokens. */
export class Layout {
  readonly text: string;
  /** Its line ending. */
  readonly eol: string;
  /** One step of indentation. */
  readonly unit: string;

  constructor(text: string) {
    this.text = text;
    this.eol = /\r?\n/.exec(text)?.[0] ?? "\n";
    this.unit = /^[ \t]+(?=[^\s#])/m.exec(text)?.[0] ?? "  ";
  }

  #lineStart(at: number): number {
    const start = this.text.lastIndexOf("\n", at - 1) + 1;
    return start === 0 && this.text.startsWith("\ufeff") ? 1 : start;
  }

  /** Whether there is only space before it in its line. */
  startsLine(at: number): boolean {
    return /^[ \t\r\v\f]*$/.test(this.text.slice(this.#lineStart(at), at));
  }

  indentAt(at: number): string {
    const start = this.#lineStart(at);
    return /^[ \t]*/.exec(this.text.slice(start, at))?.[0] ?? "";
  }

  /** The end of the line, without its newline, if only space and a comment follow; else undefined. */
  lineEnd(at: number): number | undefined {
    const rest = /[ \t\v\f]*(?:#[^\n]*?)?(?=\r?\n|\r?$)/y;
    rest.lastIndex = at;
    const found = rest.exec(this.text);
    return found === null ? undefined : at + found[0].length;
  }

  /** Whether there is only space, and no newline, between two offsets. */
  isBlank(from: number, to: number): boolean {
    return /^[ \t\v\f]*$/.test(this.text.slice(from, to));
  }

  /** The end of the space after an offset, within its line. */
  afterSpace(at: number): number {
    const space = /[ \t\v\f]*/y;
    space.lastIndex = at;
    return at + (space.exec(this.text)?.[0].length ?? 0);
  }

  /**
   * Removes whole lines, from that of `from` to the one that ends at `lineEnd`, optionally with the comment lines
   * directly above them.
   */
  removeLines(from: number, lineEnd: number, withComments: boolean): TextEdit {
    let start = this.#lineStart(from);
    while (withComments && start > 0) {
      const above = this.#lineStart(start - 1);
      if (above >= start || !/^[ \t\r\v\f]*#/.test(this.text.slice(above, start))) break;
      start = above;
    }
    const newline = this.text.indexOf("\n", lineEnd);
    if (newline >= 0) return { from: start, to: newline + 1, insert: "" };
    const before = this.text.slice(0, start);
    const eol = /\r?\n$/.exec(before)?.[0].length ?? 0;
    return { from: start - eol, to: this.text.length, insert: "" };
  }

  /** Removes a range within a line, leaving a space where two words would otherwise be joined. */
  remove(from: number, to: number): TextEdit {
    const joins = isWord(this.text[from - 1]) && isWord(this.text[to]);
    return { from, to, insert: joins ? " " : "" };
  }

  /** Replaces a range, adding a space where the text would otherwise be joined with the next word. */
  put(from: number, to: number, insert: string): TextEdit {
    const joins = isWord(insert.at(-1)) && isWord(this.text[to]);
    return { from, to, insert: joins ? `${insert} ` : insert };
  }

  /** Indents lines that have two spaces per level as this text is indented. */
  indented(lines: readonly string[], indent: string): string {
    return lines
      .map((line, index) => {
        const own = line.replace(/^(?: {2})+/, (spaces) => this.unit.repeat(spaces.length / 2));
        return index === 0 ? own : indent + own;
      })
      .join(this.eol);
  }
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\w.]/.test(char);
}

/** Joins lines into one. */
export function inline(lines: readonly string[]): string {
  return lines.map((line) => line.trimStart()).join(" ");
}
