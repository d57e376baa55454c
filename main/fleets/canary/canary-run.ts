import { StatusError } from "../../../base/status-error.ts";
import {
  type Exchanged,
  exchangeOnce,
  type PreparedRequest,
  prepareRequest,
} from "../../clients/index.ts";
import type { Clock } from "../../../base/clock.ts";
import type {
  Canary,
  CanaryPlan,
  CanarySide,
  ModelDetail,
  ModelSizes,
  TrialRequest,
} from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { noSizesError } from "../../sizes/index.ts";
import { Differences } from "./differences.ts";
import type { Which } from "./schedule.ts";
import { sendTraffic, type TrafficFigures } from "./traffic.ts";

/** Minimum time between two updates of its state, ms. */
const UPDATE_MS = 500;

interface CanaryParts {
  readonly clock: Clock;
  /** The servers of a side, at least one; throws NOT_FOUND, UNAVAILABLE. */
  readonly findServers: (side: CanarySide) => readonly ServerAdapter[];
  /** Entry module of the load generator's process. */
  readonly generatorEntry: URL;
  /** Sizes for dynamic dimensions that are known to work, or the most likely ones; sends no requests. */
  readonly findSizes: (server: ServerAdapter, detail: ModelDetail) => Promise<ModelSizes>;
  /** Stops sample traffic, which would disturb the comparison. */
  readonly stopTraffic: () => Promise<unknown>;
  readonly changed: (canary: Canary) => void;
}

/** A comparison that hasn't started. */
export function newCanary(plan: CanaryPlan, now: number): Omit<Canary, "id"> {
  return {
    plan,
    state: "comparing",
    words: "",
    startedAt: now,
    progress: 0,
    compared: 0,
    notCompared: { count: 0, reason: "" },
    outputs: [],
    traffic: null,
  };
}

/** Compares two sides: sends both the same inputs, then a shared load. */
export class CanaryRun {
  readonly #parts: CanaryParts;
  readonly #plan: CanaryPlan;
  readonly #differences: Differences;
  readonly #turns = { a: 0, b: 0 };
  readonly #cancelled = new AbortController();
  #canary: Canary;
  #emittedAt = Number.NEGATIVE_INFINITY;

  constructor(canary: Canary, parts: CanaryParts) {
    this.#parts = parts;
    this.#plan = canary.plan;
    this.#differences = new Differences(canary.plan);
    this.#canary = canary;
  }

  get canary(): Canary {
    return this.#canary;
  }

  cancel(): void {
    this.#cancelled.abort();
  }

  /** Never rejects: failures become its state. */
  async go(): Promise<void> {
    try {
      await this.#parts.stopTraffic();
      this.#cancelled.signal.throwIfAborted();
      const { detail, sizes, requests } = await this.#prepare();
      await this.#compare(requests);
      if (this.#plan.seconds > 0) await this.#send(detail, sizes);
      this.#update({ state: "done", progress: 1 }, true);
    } catch (thrown) {
      const cancelled = this.#cancelled.signal.aborted;
      const words = cancelled ? "Cancelled." : StatusError.from(thrown).message;
      this.#update({ state: cancelled ? "cancelled" : "failed", words }, true);
    }
  }

  /** Creates inputs for A's model; B gets the same tensors. */
  async #prepare(): Promise<{
    detail: ModelDetail;
    sizes: ModelSizes;
    requests: PreparedRequest[];
  }> {
    const { a, inputs, seed } = this.#plan;
    const [server] = this.#parts.findServers(a);
    this.#parts.findServers(this.#plan.b);
    if (!server) throw new StatusError("UNAVAILABLE", "A has no server.");
    const detail = await server.modelDetail(a.model, this.#cancelled.signal);
    const sizes = await this.#parts.findSizes(server, detail);
    if (sizes.state === "failed") throw noSizesError(a.model, sizes.attempts);
    const requests: PreparedRequest[] = [];
    for (let index = 0; index < inputs; index++) {
      const drawn = makeRequest(server.id, this.#plan, (seed + index) % 2 ** 32);
      const { shapes, byInput } = sizes;
      requests.push(await prepareRequest(detail, { ...drawn, shapes }, byInput));
    }
    return { detail, sizes, requests };
  }

  /** Sends each input to both sides one after the other, alternating which is first. */
  async #compare(requests: readonly PreparedRequest[]): Promise<void> {
    for (const [index, request] of requests.entries()) {
      this.#cancelled.signal.throwIfAborted();
      const answers: Record<Which, Exchanged | null> = { a: null, b: null };
      for (const which of index % 2 === 0 ? (["a", "b"] as const) : (["b", "a"] as const))
        answers[which] = await this.#exchange(which, request);
      this.#take(answers.a, answers.b);
      const part = this.#plan.seconds > 0 ? 0.5 : 1;
      this.#update({ progress: ((index + 1) / requests.length) * part });
    }
  }

  #take(a: Exchanged | null, b: Exchanged | null): void {
    const failed = [a, b].find((each) => (each?.ms ?? null) === null);
    if (failed === undefined && a && b) {
      this.#differences.add(a.outputs, b.outputs);
      this.#canary = { ...this.#canary, compared: this.#canary.compared + 1 };
      return;
    }
    const { count, reason } = this.#canary.notCompared;
    const words = failed?.status.message ?? "It got no response.";
    const notCompared = { count: count + 1, reason: reason || words };
    this.#canary = { ...this.#canary, notCompared };
  }

  async #send(detail: ModelDetail, sizes: ModelSizes): Promise<void> {
    const { generatorEntry, findServers } = this.#parts;
    const { a, b } = this.#plan;
    const { signal } = this.#cancelled;
    this.#update({ state: "traffic" }, true);
    const put = (traffic: TrafficFigures, progress: number) =>
      this.#update(
        {
          traffic: { ...traffic, latency: [...traffic.latency], notes: [...traffic.notes] },
          progress,
        },
        progress === 1,
      );
    const figures = await sendTraffic({
      plan: this.#plan,
      servers: { a: findServers(a), b: findServers(b) },
      detail,
      sizes,
      generatorEntry,
      signal,
      changed: (now, share) => put(now, 0.5 + share * 0.49),
    });
    put(figures, 1);
    signal.throwIfAborted();
  }

  async #exchange(which: Which, request: PreparedRequest): Promise<Exchanged> {
    const side = this.#plan[which];
    const { model, modelVersion } = side;
    const { clock } = this.#parts;
    const { signal } = this.#cancelled;
    try {
      const servers = this.#parts.findServers(side);
      const server = servers[this.#turns[which]++ % servers.length] as ServerAdapter;
      const own = { ...request, model, modelVersion };
      return await exchangeOnce(server, this.#plan.wire, own, { clock, signal });
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      const { code, message } = StatusError.from(thrown);
      const status = { ok: false, code, message };
      return { status, hasResponse: false, loss: null, ms: null, modelVersion: "", outputs: [] };
    }
  }

  #update(news: Partial<Canary>, always = false): void {
    this.#canary = { ...this.#canary, ...news };
    const now = this.#parts.clock.monotonic();
    if (!always && now - this.#emittedAt < UPDATE_MS) return;
    this.#emittedAt = now;
    this.#canary = {
      ...this.#canary,
      outputs: this.#differences.outputs(),
    };
    this.#parts.changed(this.#canary);
  }
}

function makeRequest(serverId: string, plan: CanaryPlan, seed: number): TrialRequest {
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
