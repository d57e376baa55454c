import type { ExceededLimit } from "../../contract/index.ts";
import type { StreamedSpec } from "./messages.ts";

/** Times of a streamed response, ms; per token null for one of a single token. */
export type StreamTimes = Readonly<Record<ExceededLimit["of"], number | null>>;

/** The limits of good streamed responses, and how many responses exceeded each. */
export class StreamLimits {
  readonly #limits: { of: ExceededLimit["of"]; ms: number; exceeded: number }[];

  /** Without an objective nothing is limited. */
  constructor(boundMs: number | null, { boundOfFirst, perTokenMs, responseMs }: StreamedSpec) {
    const limits = [
      { of: "firstToken" as const, ms: boundOfFirst ? boundMs : null },
      { of: "perToken" as const, ms: perTokenMs },
      { of: "response" as const, ms: boundOfFirst ? responseMs : boundMs },
    ];
    this.#limits = limits.flatMap(({ of, ms }) =>
      boundMs === null || ms === null ? [] : [{ of, ms, exceeded: 0 }],
    );
  }

  /** Counts the response; returns whether it kept all limits. */
  keeps(times: StreamTimes): boolean {
    let kept = true;
    for (const limit of this.#limits) {
      const time = times[limit.of];
      if (time === null || time <= limit.ms) continue;
      limit.exceeded += 1;
      kept = false;
    }
    return kept;
  }

  result(): ExceededLimit[] {
    return this.#limits.map((limit) => ({ ...limit }));
  }
}
