import type { Certificate, Objective } from "../../contract/index.ts";
import type { RunProgress, RunResult } from "../generator/messages.ts";
import { Certifier, certificateSentence } from "../statistics/index.ts";

const RESULTS = { passed: "kept", failed: "missed", undecided: "undecided" } as const;

/** The certificate of one step, updated as its requests end. */
export class StepCertificate {
  readonly #boundMs: number;
  readonly #certifier: Certifier;
  readonly #of: string;
  #closed = false;

  constructor({ percentile, boundMs, of }: Objective) {
    this.#boundMs = boundMs;
    this.#of = of === "firstToken" ? "TTFT " : "";
    this.#certifier = new Certifier({ percentile });
  }

  /** Requests in order of their start, from the start of the span (LAB-STATS-12). */
  see({ due }: Pick<RunProgress | RunResult, "due">): void {
    if (due === null || this.#closed) return;
    const more = due.requests - this.#certifier.requests;
    const late = due.over - this.#certifier.over;
    if (more > 0 && late >= 0 && late <= more) this.#certifier.add(more, late);
  }

  /** It ends the step: later requests don't matter. */
  close(): void {
    this.#closed = true;
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
      words: `${this.#of}${certificateSentence({
        certificate,
        percentile,
        boundMs: this.#boundMs,
        confidence,
        requests: decidedAfter ?? requests,
      })}`,
    };
  }
}
