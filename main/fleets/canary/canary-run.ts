import { StatusError } from "../../../engine/protocol/status.ts";
import {
  type Exchanged,
  exchangeOnce,
  type PreparedRequest,
  prepareRequest,
} from "../../clients/index.ts";
import type { Clock } from "../../clock.ts";
import type { Canary, CanaryPlan, CanarySide, TrialRequest } from "../../contract/index.ts";
import { seededRandom } from "../../lab/inputs/index.ts";
import type { ServerAdapter } from "../../servers/adapter.ts";
import { Differences } from "./differences.ts";
import { SideCounts } from "./side.ts";

/** Requests under way at once; beyond them traffic is held back, which is told. */
const MOST_UNDER_WAY = 64;
/** How often its state is told at most, ms. */
const TELL_MS = 500;

interface CanaryParts {
  readonly clock: Clock;
  /** The servers behind a side, at least one; throws NOT_FOUND, UNAVAILABLE. */
  readonly serversOf: (side: CanarySide) => readonly ServerAdapter[];
  readonly changed: (canary: Canary) => void;
}

type Which = "a" | "b";

/** Holds two against each other: the same inputs to both, then shared traffic. */
export class CanaryRun {
  readonly #parts: CanaryParts;
  readonly #plan: CanaryPlan;
  readonly #differences: Differences;
  readonly #counts = { a: new SideCounts(), b: new SideCounts() };
  readonly #turns = { a: 0, b: 0 };
  readonly #cancelled = new AbortController();
  #canary: Canary;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(id: number, plan: CanaryPlan, parts: CanaryParts) {
    this.#parts = parts;
    this.#plan = plan;
    this.#differences = new Differences(plan);
    this.#canary = {
      id,
      plan,
      state: "comparing",
      words: "",
      startedAt: parts.clock.now(),
      progress: 0,
      compared: 0,
      notCompared: { count: 0, reason: "" },
      outputs: [],
      a: this.#counts.a.figures(),
      b: this.#counts.b.figures(),
      heldBack: 0,
    };
  }

  get canary(): Canary {
    return this.#canary;
  }

  cancel(): void {
    this.#cancelled.abort();
  }

  /** Never rejects: what goes wrong is its state. */
  async go(): Promise<void> {
    try {
      const requests = await this.#prepare();
      await this.#compare(requests);
      if (this.#plan.seconds > 0) await this.#send(requests);
      this.#tell({ state: "done", progress: 1 }, true);
    } catch (thrown) {
      const cancelled = this.#cancelled.signal.aborted;
      const words = cancelled ? "Cancelled." : StatusError.from(thrown).message;
      this.#tell({ state: cancelled ? "cancelled" : "failed", words }, true);
    }
  }

  /** Drawn for A's model; B is sent the same tensors. */
  async #prepare(): Promise<PreparedRequest[]> {
    const { a, inputs, seed } = this.#plan;
    const [server] = this.#parts.serversOf(a);
    this.#parts.serversOf(this.#plan.b);
    if (!server) throw new StatusError("UNAVAILABLE", "There is no server behind A.");
    const detail = await server.modelDetail(a.model, this.#cancelled.signal);
    const requests: PreparedRequest[] = [];
    for (let index = 0; index < inputs; index++)
      requests.push(
        await prepareRequest(detail, requestOf(server.id, this.#plan, (seed + index) % 2 ** 32)),
      );
    return requests;
  }

  /** Each input to both, one after the other, B first every second time. */
  async #compare(requests: readonly PreparedRequest[]): Promise<void> {
    for (const [index, request] of requests.entries()) {
      this.#cancelled.signal.throwIfAborted();
      const answers: Record<Which, Exchanged | null> = { a: null, b: null };
      for (const which of index % 2 === 0 ? (["a", "b"] as const) : (["b", "a"] as const))
        answers[which] = await this.#exchange(which, request);
      this.#take(answers.a, answers.b);
      const part = this.#plan.seconds > 0 ? 0.5 : 1;
      this.#tell({ progress: ((index + 1) / requests.length) * part });
    }
  }

  #take(a: Exchanged | null, b: Exchanged | null): void {
    const failed = [a, b].find((each) => each?.ms == null);
    if (failed === undefined && a && b) {
      this.#differences.add(a.outputs, b.outputs);
      this.#canary = { ...this.#canary, compared: this.#canary.compared + 1 };
      return;
    }
    const { count, reason } = this.#canary.notCompared;
    const words = failed?.status.message ?? "It was not answered.";
    const notCompared = { count: count + 1, reason: reason || words };
    this.#canary = { ...this.#canary, notCompared };
  }

  /** At even intervals, whether or not those before were answered. */
  async #send(requests: readonly PreparedRequest[]): Promise<void> {
    const { seconds, requestsPerSecond, share, seed } = this.#plan;
    const { clock } = this.#parts;
    const total = Math.max(1, Math.round(seconds * requestsPerSecond));
    const random = seededRandom(seed);
    const underWay = new Set<Promise<unknown>>();
    const began = clock.monotonic();
    this.#tell({ state: "traffic" }, true);
    for (let index = 0; index < total; index++) {
      await this.#until(began + (index * 1000) / requestsPerSecond);
      const which = random() < share ? "b" : "a";
      const request = requests[index % requests.length] as PreparedRequest;
      if (underWay.size >= MOST_UNDER_WAY) {
        this.#canary = { ...this.#canary, heldBack: this.#canary.heldBack + 1 };
        continue;
      }
      const sent: Promise<unknown> = this.#exchange(which, request)
        .catch(() => null)
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
      this.#tell({ progress: 0.5 + (0.5 * (index + 1)) / total });
    }
    await Promise.all(underWay);
    this.#cancelled.signal.throwIfAborted();
  }

  async #exchange(which: Which, request: PreparedRequest): Promise<Exchanged | null> {
    const side = this.#plan[which];
    const { model, modelVersion } = side;
    const counts = this.#counts[which];
    try {
      const servers = this.#parts.serversOf(side);
      const server = servers[this.#turns[which]++ % servers.length] as ServerAdapter;
      const own = { ...request, model, modelVersion };
      const { clock } = this.#parts;
      const exchanged = await exchangeOnce(
        server,
        this.#plan.wire,
        own,
        clock,
        this.#cancelled.signal,
      );
      counts.add(exchanged);
      return exchanged;
    } catch (thrown) {
      if (this.#cancelled.signal.aborted) throw thrown;
      const { code, message } = StatusError.from(thrown);
      const failed = {
        status: { ok: false, code, message },
        ms: null,
        modelVersion: "",
        outputs: [],
      };
      counts.add(failed);
      return failed;
    }
  }

  #until(at: number): Promise<void> {
    const { signal } = this.#cancelled;
    const wait = at - this.#parts.clock.monotonic();
    if (wait <= 0) {
      signal.throwIfAborted();
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const cancel = () => {
        timer[Symbol.dispose]();
        reject(signal.reason as Error);
      };
      const timer = this.#parts.clock.after(wait, () => {
        signal.removeEventListener("abort", cancel);
        resolve();
      });
      signal.addEventListener("abort", cancel, { once: true });
      if (signal.aborted) cancel();
    });
  }

  #tell(news: Partial<Canary>, always = false): void {
    this.#canary = { ...this.#canary, ...news };
    const now = this.#parts.clock.monotonic();
    if (!always && now - this.#toldAt < TELL_MS) return;
    this.#toldAt = now;
    this.#canary = {
      ...this.#canary,
      outputs: this.#differences.outputs(),
      a: this.#counts.a.figures(),
      b: this.#counts.b.figures(),
    };
    this.#parts.changed(this.#canary);
  }
}

function requestOf(serverId: string, plan: CanaryPlan, seed: number): TrialRequest {
  const { a, wire, batchSize, deadlineMs } = plan;
  return {
    serverId,
    model: a.model,
    modelVersion: a.modelVersion,
    wire,
    batchSize,
    shapes: {},
    seed,
    values: {},
    leftOut: [],
    outputs: [],
    id: "",
    priority: 0,
    timeoutMicros: null,
    deadlineMs,
    sequence: null,
  };
}
