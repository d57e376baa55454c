import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { ChangeProbe, ProbeCounts, ProbeOptions } from "../contract/index.ts";
import { OpenLoop, type ProbeSender } from "./open-loop.ts";
import { DEADLINE_MS } from "./probe-request.ts";

const BEFORE_MS = 1000;
const AFTER_MS = 1000;
const MAX_MS = 30 * 60_000;
/** What a response may be later than the slowest one before the change. */
const LATE_MARGIN_MS = 100;

export const NO_COUNTS: ProbeCounts = {
  sent: 0,
  ok: 0,
  failed: 0,
  lost: 0,
  late: 0,
  longestGapMs: null,
  slowestMs: null,
  sendDelayMs: 0,
  firstFailure: "",
  byConnection: null,
};

interface RunningProbeParts {
  readonly probe: ChangeProbe;
  readonly options: ProbeOptions;
  /** Prepares requests, and gives what sends them. Rejects with the reason if no probe can run. */
  readonly prepare: (signal: AbortSignal) => Promise<ProbeSender>;
  readonly clock: Clock;
  /** Called with each change; `keep`: it is to be kept on disk. */
  readonly changed: (probe: ChangeProbe, keep: boolean) => void;
}

interface ChangeEnd {
  /** Null: there was no change. */
  readonly succeeded: boolean | null;
  readonly revisionId?: number | null;
}

/** One probe, from before a change until after it. Nothing of it rejects: what goes wrong is its result. */
export class RunningProbe {
  readonly #parts: RunningProbeParts;
  readonly #aborted = new AbortController();
  readonly #exceeded = new AbortController();
  #probe: ChangeProbe;
  #loop: OpenLoop | null = null;
  #sender: ProbeSender | null = null;
  #limit: Disposable | null = null;
  #maxFailed = Number.POSITIVE_INFINITY;

  constructor(parts: RunningProbeParts) {
    this.#parts = parts;
    this.#probe = parts.probe;
  }

  get probe(): ChangeProbe {
    return this.#probe;
  }

  /** Aborted once more requests failed or were lost than allowed. */
  get exceeded(): AbortSignal {
    return this.#exceeded.signal;
  }

  /** More than this many failed or lost requests abort `exceeded`. */
  limitFailures(most: number): void {
    this.#maxFailed = most;
  }

  /** Resolves when requests are answered, so that the change may begin, or when no probe can run. */
  async begin(): Promise<void> {
    const { clock, prepare, options } = this.#parts;
    try {
      const sender = await prepare(this.#aborted.signal);
      if (this.#isOver) return sender[Symbol.dispose]();
      this.#sender = sender;
      this.#set({ state: "before" }, true);
      const changed = () => this.#count();
      this.#loop = new OpenLoop({ rate: options.rate, clock, sender, changed });
      if (options.lateMs !== null) this.#setLate(options.lateMs);
      await this.#wait(BEFORE_MS);
      // A slow model may need longer for its first response.
      for (let waited = BEFORE_MS; !this.#judged() && waited < DEADLINE_MS; waited += 100)
        await this.#wait(100);
      if (this.#isOver) return;
      const { ok, slowestMs, firstFailure } = this.#loop.counts;
      if (ok === 0)
        throw new StatusError(
          "FAILED_PRECONDITION",
          `No request succeeded before the change. ${firstFailure}`.trim(),
        );
      if (options.lateMs === null) this.#setLate(Math.ceil((slowestMs ?? 0) + LATE_MARGIN_MS));
      this.#set({ state: "during" }, true);
      this.#limit = clock.after(MAX_MS, () => void this.#loop?.stop());
    } catch (error) {
      await this.#loop?.stop();
      this.#end({ state: "notRun", reason: StatusError.from(error).message });
    }
  }

  /** Finishes it by itself where there is no change to wait for. */
  finishAfter(ms: number): void {
    if (this.#probe.endedAt !== null) return;
    this.#limit?.[Symbol.dispose]();
    this.#limit = this.#parts.clock.after(ms, () => void this.finish({ succeeded: null }));
  }

  /** After the change, however it ended: its last second, then the result. */
  async finish({ succeeded, revisionId = null }: ChangeEnd): Promise<ChangeProbe> {
    const change = { ...this.#probe.change, revisionId };
    if (!this.#loop || this.#isOver) {
      this.#set({ change, changeSucceeded: succeeded }, true);
      this.#end({ state: "notRun", reason: "It was stopped before it sent a request." });
      return this.#probe;
    }
    this.#set({ state: "after", change, changeSucceeded: succeeded }, true);
    await this.#wait(succeeded === null ? 0 : AFTER_MS);
    await this.#loop.stop();
    this.#end({ state: "done" });
    return this.#probe;
  }

  /** Something happened on the server in the meantime, or on its cluster shortly after. */
  note(event: ChangeProbe["events"][number]): void {
    this.#set({ events: [...this.#probe.events, event] }, this.#isOver);
  }

  /** The console ends. */
  abort(): void {
    if (this.#probe.endedAt !== null) return;
    this.#aborted.abort();
    void this.#loop?.stop();
    this.#end({ state: "interrupted" });
  }

  /** A person may stop it while it begins. */
  get #isOver(): boolean {
    return this.#probe.endedAt !== null;
  }

  #judged(): boolean {
    const { ok, failed, lost } = this.#loop?.counts ?? NO_COUNTS;
    return ok + failed + lost > 0;
  }

  #setLate(lateMs: number): void {
    this.#loop?.setLateMs(lateMs);
    this.#set({ lateMs }, false);
  }

  #count(): void {
    if (!this.#loop || this.#probe.endedAt !== null) return;
    this.#set({}, false);
    const { failed, lost } = this.#loop.counts;
    if (failed + lost > this.#maxFailed) this.#exceeded.abort();
  }

  #end(news: Partial<ChangeProbe>): void {
    this.#limit?.[Symbol.dispose]();
    if (this.#probe.endedAt !== null) return;
    this.#sender?.[Symbol.dispose]();
    this.#set({ ...news, endedAt: this.#parts.clock.now() }, true);
  }

  #set(news: Partial<ChangeProbe>, keep: boolean): void {
    const counts = this.#loop?.counts ?? NO_COUNTS;
    this.#probe = { ...this.#probe, counts, ...news };
    this.#parts.changed(this.#probe, keep);
  }

  #wait(ms: number): Promise<void> {
    const { signal } = this.#aborted;
    if (signal.aborted || ms === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#parts.clock.after(ms, resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    return promise.finally(() => timer[Symbol.dispose]());
  }
}
