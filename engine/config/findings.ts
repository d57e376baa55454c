import type { Finding, FindingStage } from "./types.ts";

/** Optional properties of a finding. By default it is a syntax error. */
interface FindingDetails extends Pick<Finding, "fix" | "rule"> {
  readonly stage?: FindingStage;
  readonly severity?: Finding["severity"] | undefined;
}

/** UTF-16 offsets into a text, `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Further findings are dropped: users read the first few. */
const MAX_FINDINGS = 100;

/** Collects findings about one text and adds their line and column. */
export class Findings {
  readonly #list: Finding[] = [];
  readonly #lineStarts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      this.#lineStarts.push(at + 1);
    }
  }

  /** Whether further findings are dropped, so that callers needn't prepare them. */
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

  /** In text order. */
  sorted(): Finding[] {
    return this.#list.toSorted((left, right) => left.from - right.from);
  }

  /** 1-based line and column, by binary search over the line starts. */
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
