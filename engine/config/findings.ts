import type { Finding, FindingStage } from "./types.ts";

/** What a finding may say next to what is wrong. Without more it is an error of syntax. */
interface FindingDetails extends Pick<Finding, "fix" | "rule"> {
  readonly stage?: FindingStage;
  readonly severity?: Finding["severity"] | undefined;
}

/** UTF-16 offsets into a text, `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Findings beyond this many are not kept: a user reads the first few. */
const MAX_FINDINGS = 100;

/** Collects findings about one text and gives each its line and column. */
export class Findings {
  readonly #list: Finding[] = [];
  readonly #lineStarts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      this.#lineStarts.push(at + 1);
    }
  }

  /** Whether more would not be kept, so that finding good words for them can be spared. */
  get full(): boolean {
    return this.#list.length >= MAX_FINDINGS;
  }

  add(
    id: string,
    message: string,
    { from, to }: Range,
    { stage = "syntax", severity = "error", ...remedy }: FindingDetails = {},
  ): void {
    if (this.full) return;
    this.#list.push({ id, severity, stage, message, from, to, ...this.#position(from), ...remedy });
  }

  /** In the order of the text. */
  sorted(): Finding[] {
    return this.#list.toSorted((left, right) => left.from - right.from);
  }

  /** 1-based line and column, by binary search over the starts of the lines. */
  #position(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }
}
