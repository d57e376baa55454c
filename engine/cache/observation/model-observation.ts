import { LatencyHistogram } from "../../../base/latency-histogram.ts";
import type { Outcome } from "../../models/job.ts";
import type { NormalizedRequest } from "../../requests/normalize.ts";
import type { EngineClock } from "../../scheduling/clock.ts";
import type { CacheObservation } from "../../types.ts";
import type { CacheKeyMaker } from "../cache-key.ts";
import { ClientLedger } from "../client-ledger.ts";
import { entryBytes } from "../response-cache.ts";
import { inputBytes } from "../same-request.ts";
import { HitRateSampler } from "./hit-rate-sampler.ts";
import { mixText, requestHash } from "./request-hash.ts";

interface ModelObservationOptions {
  readonly clock: EngineClock;
  readonly key: CacheKeyMaker;
  readonly plannedNs: number;
  /** Called at the end of the observation. */
  readonly onEnded: () => void;
}

/** Observes a model's requests for a time: what a cache would have answered, and who repeats requests (rules CACHE-O1 to CACHE-O6). */
export class ModelObservation {
  readonly #options: ModelObservationOptions;
  readonly #startedAt: number;
  readonly #sampler = new HitRateSampler();
  readonly #recent = new RecentHashes();
  readonly #clients = new ClientLedger();
  /** In ns; the first requests are slower than later ones. */
  readonly #hashTimes = new LatencyHistogram();
  #loadId = "";
  #loadSeed = 0;

  constructor(options: ModelObservationOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
  }

  /** Returns `outcome`, or for a sampled request one that also counts its end. */
  watch(loadId: string, request: NormalizedRequest, outcome: Outcome): Outcome {
    const { clock, key, plannedNs, onEnded } = this.#options;
    const start = clock.now();
    if (start - this.#startedAt >= plannedNs) {
      onEnded();
      return outcome;
    }
    if (loadId !== this.#loadId) {
      this.#loadId = loadId;
      this.#loadSeed = mixText(0, loadId);
    }
    const hash = requestHash(key(loadId, request), this.#loadSeed);
    this.#hashTimes.record(clock.now() - start);
    this.#clients.record(request.source.client, this.#recent.see(hash));
    if (!this.#sampler.arrives(hash)) return outcome;
    const [inputs, requestBytes] = [request.inputs.length, inputBytes(request)];
    let isOver = false;
    return {
      respond: (result, final, stamps) => {
        if (final && result) {
          isOver = true;
          const { outputs } = result;
          const bytes = outputs.reduce((sum, { data }) => sum + data.byteLength, requestBytes);
          this.#sampler.answered(hash, entryBytes(inputs, outputs.length, bytes));
        }
        outcome.respond(result, final, stamps);
      },
      fail: (error, reason, runsOn) => {
        // A response that can't be sent fails after it was counted.
        if (!isOver) this.#sampler.failed(hash);
        isOver = true;
        outcome.fail(error, reason, runsOn);
      },
    };
  }

  result(): CacheObservation {
    const { clock, plannedNs } = this.#options;
    const elapsedNs = clock.now() - this.#startedAt;
    return {
      state: elapsedNs < plannedNs ? "observing" : "ended",
      elapsedNs: Math.min(plannedNs, elapsedNs),
      plannedNs,
      ...this.#sampler.estimate(),
      hashNs: this.#hashTimes.quantile(0.5) ?? 0,
      clients: this.#clients.top(),
    };
  }
}

const SLOTS = 1 << 16;

/** Remembers tens of thousands of recent distinct requests; a hash may overwrite another. */
class RecentHashes {
  readonly #slots = new Uint32Array(SLOTS);

  /** Whether the hash, 32 bits, was seen recently; remembers it. */
  see(hash: number): boolean {
    const slot = hash & (SLOTS - 1);
    // An unused slot holds 0.
    const kept = hash === 0 ? 1 : hash;
    const seen = this.#slots[slot] === kept;
    this.#slots[slot] = kept;
    return seen;
  }
}
