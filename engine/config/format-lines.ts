import type { Token } from "./tokens.ts";

/** What precedes a token; "continued" is a new line, indented deeper than the one it continues. */
type Before = "\n" | " " | "" | "continued";

/** Lays out tokens in lines, with the comments before them. */
export class FormattedLines {
  readonly #lines: string[] = [];
  #line = "";
  #depth = 0;
  /** Comments of dropped tokens, which are written before the next one. */
  #dropped = "";
  /** Only an opening bracket precedes: no blank line is kept here. */
  #opened = true;

  indent(levels: number): void {
    this.#depth += levels;
    this.#opened = true;
  }

  /** The column at which a token would start. */
  columnAfter(before: Before): number {
    return before === "\n" ? 2 * this.#depth : this.#line.length + before.length;
  }

  write(before: Before, token: Token, text = token.text): void {
    const { comments, blank } = this.#comments(token);
    const interrupted = comments || before === "continued";
    if (before !== "\n" && !interrupted) {
      this.#line += before + text;
      return;
    }
    if (before === "\n" && blank && !this.#opened) this.#blank();
    this.#start(before === "\n" ? this.#depth : this.#depth + 2);
    this.#line += text;
    this.#opened = false;
  }

  /** Skips a token but keeps the comments before it. */
  drop(token: Token): void {
    this.#dropped += token.leading;
  }

  /** Writes a token at the end of the line; the comments before it follow it. */
  writeBeforeComments(token: Token): void {
    this.#line += token.text;
    this.drop(token);
  }

  close(token: Token, text: string): void {
    this.#comments(token);
    this.#depth -= 1;
    this.#start(this.#depth);
    this.#line += text;
    this.#opened = false;
  }

  /** The text, including the comments before its end. */
  end(token: Token, eol: string): string {
    this.#comments({ leading: `${token.leading}\n` });
    if (this.#line !== "") this.#lines.push(this.#line);
    return this.#lines.map((line) => line + eol).join("");
  }

  /** Writes the comments before a token: after the previous token if they are in its line, else on their own lines. */
  #comments(token: Pick<Token, "leading">): { comments: boolean; blank: boolean } {
    const [first = "", ...lines] = (this.#dropped + token.leading).split("\n").map(trimmed);
    this.#dropped = "";
    lines.pop();
    let comments = first !== "";
    let blank = false;
    if (first !== "") this.#line += this.#line === "" ? first : ` ${first}`;
    for (const line of lines) {
      if (line === "") {
        blank = true;
        continue;
      }
      if (blank && !this.#opened) this.#blank();
      this.#start(this.#depth);
      this.#line += line;
      this.#opened = false;
      comments = true;
      blank = false;
    }
    return { comments, blank };
  }

  #start(depth: number): void {
    if (this.#line !== "") this.#lines.push(this.#line);
    this.#line = "  ".repeat(depth);
  }

  #blank(): void {
    if (this.#line !== "") this.#lines.push(this.#line);
    this.#lines.push("");
    this.#line = "";
  }
}

function trimmed(line: string): string {
  return line.trim();
}
