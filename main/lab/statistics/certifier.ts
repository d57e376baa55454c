import { betaIntegralRatio } from "./beta.ts";
import { firstTrue } from "./binomial.ts";
import { checkedConfidence, checkedCount, checkedShare } from "./checked.ts";
import type { Certificate } from "./early-stopping.ts";

/** Weight q^(−½) of the shares below the tail: few requests if none is late, little lost if some are. */
const BELOW = 0.5;
const NEVER = 2 ** 40;

/**
 * Certifies a percentile against an objective while requests end, however often it is checked: the probability that it
 * ever reports a wrong result is at most 1 − confidence (Ville's inequality for a mixture of likelihood ratios;
 * Robbins, "Statistical methods related to the law of the iterated logarithm", 1970).
 * Requests are added in the order of their schedule, each once it is decided: it ended, or its age passed the
 * objective. Adding them as they end would count the quick ones first. A failed request counts as late.
 */
export class Certifier {
  readonly percentile: number;
  readonly confidence: number;
  /** The share of late requests with the percentile exactly at the objective. */
  readonly #tail: number;
  #requests = 0;
  #over = 0;
  #certificate: Certificate = "undecided";
  #decidedAfter: number | null = null;

  constructor(options: { readonly percentile: number; readonly confidence?: number }) {
    this.percentile = options.percentile;
    this.confidence = checkedConfidence(options.confidence ?? 0.99);
    this.#tail = 1 - checkedShare(options.percentile);
  }

  get requests(): number {
    return this.#requests;
  }

  get over(): number {
    return this.#over;
  }

  /** For all requests so far: later ones may reverse what earlier ones showed. */
  get certificate(): Certificate {
    return this.#certificate;
  }

  /** Number of requests at which the certificate was decided; null while undecided. */
  get decidedAfter(): number | null {
    return this.#decidedAfter;
  }

  /** `count` requests of which `over` were late. */
  add(count: number, over: number): Certificate {
    checkedCount("over", over);
    checkedCount("count", count, over);
    this.#requests += count;
    this.#over += over;
    if (this.#requests > 0) this.#look();
    return this.#certificate;
  }

  /** How many more requests it takes to pass if none of them is late; 0 when decided. */
  get leastToPass(): number {
    if (this.#certificate !== "undecided") return 0;
    return firstTrue(1, NEVER, (more) => this.#passes(this.#requests + more, this.#over));
  }

  #look(): void {
    const shown = this.#shown();
    if (shown === this.#certificate) return;
    this.#certificate = shown;
    this.#decidedAfter = shown === "undecided" ? null : this.#requests;
  }

  #shown(): Certificate {
    if (this.#passes(this.#requests, this.#over)) return "passed";
    return this.#fails(this.#requests, this.#over) ? "failed" : "undecided";
  }

  /** Evidence for a smaller share than the tail: weighted likelihoods of all smaller ones relative to the tail's. */
  #passes(requests: number, over: number): boolean {
    const within = requests - over;
    const ratio = betaIntegralRatio(this.#tail, over + BELOW, within + 1);
    return BELOW * (1 - this.#tail) * ratio >= 1 / (1 - this.confidence);
  }

  /** Evidence for a larger share, weighted by 1/q: each doubling of the tail counts alike. */
  #fails(requests: number, over: number): boolean {
    if (over === 0) return false;
    const ratio = betaIntegralRatio(1 - this.#tail, requests - over + 1, over);
    const evidence = ((1 - this.#tail) * ratio) / -Math.log(this.#tail);
    return evidence >= 1 / (1 - this.confidence);
  }
}
