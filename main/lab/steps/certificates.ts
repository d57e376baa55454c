import type { Certificate, Objective } from "../../contract/index.ts";
import type { RunProgress, RunResult } from "../generator/messages.ts";
import { Certifier, certificateSentence } from "../statistics/index.ts";

const RESULTS = { passed: "kept", failed: "missed", undecided: "undecided" } as const;

/** The certificate of one step, as its requests end. */
export class StepCertificate {
  readonly #boundMs: number;
  readonly #certifier: Certifier;

  constructor({ percentile, boundMs }: Objective) {
    this.#boundMs = boundMs;
    this.#certifier = new Certifier({ percentile });
  }

  /** Counts from the beginning of the span. */
  see({ ended, over }: Pick<RunProgress, "ended" | "over">): void {
    const more = ended - this.#certifier.requests;
    const later = (over ?? 0) - this.#certifier.over;
    if (more > 0 && later >= 0 && later <= more) this.#certifier.add(more, later);
  }

  finish({ successes, outcomes, over }: RunResult): void {
    const failures = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    this.see({ ended: successes + failures, over: (over ?? 0) + outcomes.unfinished });
  }

  get decided(): boolean {
    return this.#certifier.certificate !== "undecided";
  }

  get certificate(): Certificate {
    const { percentile, confidence, requests, over, certificate, decidedAfter } = this.#certifier;
    return {
      result: RESULTS[certificate],
      percentile,
      boundMs: this.#boundMs,
      confidence,
      requests,
      over,
      words: certificateSentence({
        certificate,
        percentile,
        boundMs: this.#boundMs,
        confidence,
        requests: decidedAfter ?? requests,
      }),
    };
  }
}
