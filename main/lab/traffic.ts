import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { ModelDetail, ModelSizes, Reuse, TrafficState } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";
import { EMBEDDED_ID, type ServerAdapter } from "../servers/index.ts";
import { noSizesError, type Sizes } from "../sizes/index.ts";
import {
  checkTraffic,
  defaultWire,
  planInputs,
  refuseWithoutJson,
  loadTarget,
  withAssumedConfig,
} from "../wire/index.ts";
import { isCached } from "./suggest.ts";
import { LoadGenerator } from "./generator/generator.ts";
import type { RunProgress, RunResult, RunSpec, TrafficSpec } from "./generator/messages.ts";
import { whenServerGoes } from "./runs/server-watch.ts";
import { hopelessReason } from "./steps/hopeless.ts";
import { sendsJson } from "../wire/exchange/index.ts";

const DISTINCT_INPUTS = 32;
/** For models with a response cache, which would soon answer everything: a fifth of the requests is new. */
const CACHED_INPUTS = 4000;
const CACHED_REUSE: Reuse = { kind: "duplicates", share: 0.8 };
/** Their max bytes. */
const CACHED_BYTES = 64 * 1024 ** 2;
/** All clients together: enough to see, too few to crowd out other work. */
const REQUESTS_PER_SECOND = 160;
/** Max ms to wait for requests in flight when stopping. */
const DRAIN_MS = 2000;
const IDLE: TrafficState = {
  running: false,
  models: [],
  concurrency: 0,
  endsAt: null,
  error: null,
  skipped: [],
};

export interface TrafficRequest {
  readonly models: readonly string[];
  /** Clients per model. They pause alike between requests, so that these come in bursts. */
  readonly concurrency: number;
  readonly seconds: number;
}

/** Closed-loop sample load on several models at once, through one generator; ends by itself. */
export class Traffic {
  readonly #generatorEntry: URL;
  readonly #clock: Clock;
  readonly #sizes: Sizes;
  readonly #listeners = new Listeners<TrafficState>("lab");
  #state: TrafficState = IDLE;
  #stop: AbortController | null = null;
  #finish: (() => void) | null = null;
  #finished: Promise<void> = Promise.resolve();
  #serverId: string | null = null;

  constructor(generatorEntry: URL, clock: Clock, sizes: Sizes) {
    this.#generatorEntry = generatorEntry;
    this.#clock = clock;
    this.#sizes = sizes;
  }

  get state(): TrafficState {
    return this.#state;
  }

  /** The server that receives it; null before one does. */
  get serverId(): string | null {
    return this.#state.running ? this.#serverId : null;
  }

  onState(listener: (state: TrafficState) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /**
   * Replaces running traffic; leaves out models that can't receive load. FAILED_PRECONDITION with the reason if none
   * remains, unless only a shape is missing: then nothing runs, and `skipped` asks for it. `refuse` throws if traffic
   * may not run now: called first, and again after planning.
   */
  async start(
    server: ServerAdapter,
    { models, concurrency, seconds }: TrafficRequest,
    signal: AbortSignal,
    refuse: () => void,
  ): Promise<TrafficState> {
    refuse();
    const wire = defaultWire(server.status.endpoints);
    const plans = await Promise.allSettled(
      models.map((model) => this.#plan(server, model, wire, signal)),
    );
    const traffic = plans.flatMap((plan) => (plan.status === "fulfilled" ? [plan.value] : []));
    const skipped = plans.flatMap((plan, index) =>
      plan.status === "rejected" ? [skippedModel(models[index] ?? "", plan.reason)] : [],
    );
    if (traffic.length === 0) {
      const refused = plans.find((plan) => plan.status === "rejected");
      if (refused && !skipped.some(({ sizes }) => sizes)) throw refused.reason;
      await this.stop();
      this.#set({ ...IDLE, skipped });
      return this.#state;
    }
    const clients = traffic.length * concurrency;
    const target = await loadTarget(server, wire);
    while (this.#stop) await this.stop();
    refuse();
    this.#serverId = server.id;
    const endsAt = this.#clock.now() + seconds * 1000;
    const sentTo = traffic.map(({ model }) => model);
    this.#set({ running: true, models: sentTo, concurrency, endsAt, error: null, skipped });
    this.#finished = this.#run(server, {
      wire,
      target,
      traffic,
      load: { kind: "concurrency", clients, thinkMs: (clients * 1000) / REQUESTS_PER_SECOND },
      seed: 1,
      warmup: { seconds: 0, requests: null },
      seconds,
      requests: null,
      boundMs: null,
      windowSeconds: 60,
    });
    return this.#state;
  }

  /** Requests in flight finish: cancelled ones would count as failures of their model. Slow ones are cancelled. */
  async stop(): Promise<TrafficState> {
    this.#finish?.();
    using _late = this.#clock.after(DRAIN_MS, () => this.#stop?.abort());
    await this.#finished;
    return this.#state;
  }

  async #run(server: ServerAdapter, spec: RunSpec): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    let error: string | null = null;
    using _watching = whenServerGoes(server, (reason) => {
      error = reason;
      stop.abort();
    });
    using generator = new LoadGenerator(this.#generatorEntry);
    try {
      const progress = (news: RunProgress) => {
        const reason = hopelessReason(news);
        if (reason === null) return;
        error ??= reason;
        stop.abort();
      };
      const handle = generator.run(spec, { progress }, stop.signal);
      this.#finish = () => handle.finish();
      const result = await handle.result;
      error ??= describeError(result);
    } catch (thrown) {
      error ??= StatusError.from(thrown).message;
    }
    this.#stop = null;
    this.#finish = null;
    this.#set({ ...IDLE, error, skipped: this.#state.skipped });
  }

  async #plan(
    server: ServerAdapter,
    model: string,
    wire: "http" | "grpc",
    signal: AbortSignal,
  ): Promise<TrafficSpec> {
    const detail = withAssumedConfig(await server.modelDetail(model, signal));
    // Models that can't receive load are left out without a request.
    planInputs(detail, { batchSize: 1, shapes: {} });
    checkTraffic(detail, PLAIN, wire);
    const sizes = await this.#findSizes(server, detail, signal);
    if (sizes.state === "failed") throw new UnknownSizes(model, sizes);
    return await planTraffic(server, detail, sizes, wire);
  }

  /** Servers other than the embedded engine get one request with the likeliest sizes. */
  async #findSizes(
    server: ServerAdapter,
    detail: ModelDetail,
    signal: AbortSignal,
  ): Promise<ModelSizes> {
    if (server.id === EMBEDDED_ID) return await this.#sizes.find(server, detail, signal);
    const known = await this.#sizes.get(server, detail);
    return known.state === "untried" ? await this.#sizes.try(server, detail, known, signal) : known;
  }

  #set(state: TrafficState): void {
    this.#state = state;
    this.#listeners.emit(state);
  }
}

const PLAIN = {
  batchSize: 1,
  shapes: {},
  inputs: { kind: "generated", byInput: {} },
  priority: 0,
  sequence: null,
  checkOutputs: false,
} as const;

/** A model that fails with all sizes that were tried. */
class UnknownSizes extends StatusError {
  readonly sizes: ModelSizes;

  constructor(model: string, sizes: ModelSizes) {
    super("FAILED_PRECONDITION", noSizesError(model, sizes.attempts).message);
    this.sizes = sizes;
  }
}

function skippedModel(model: string, reason: unknown): TrafficState["skipped"][number] {
  const sizes = reason instanceof UnknownSizes ? reason.sizes : null;
  return { model, reason: StatusError.from(reason).message, sizes };
}

async function planTraffic(
  server: ServerAdapter,
  detail: ModelDetail,
  { shapes, byInput }: ModelSizes,
  wire: "http" | "grpc",
): Promise<TrafficSpec> {
  const source = { kind: "generated", byInput } as const;
  const { inputs, bytes } = planInputs(detail, { batchSize: 1, shapes, inputs: source });
  const cached = isCached(detail);
  const asJson = wire === "http" && (await sendsJson(server));
  if (asJson) refuseWithoutJson(inputs);
  return {
    model: detail.name,
    modelVersion: "",
    inputs,
    batchSize: 1,
    source,
    distinctInputs: cached
      ? Math.max(DISTINCT_INPUTS, Math.min(CACHED_INPUTS, Math.floor(CACHED_BYTES / bytes)))
      : DISTINCT_INPUTS,
    reuse: cached ? CACHED_REUSE : { kind: "turns" },
    checkOutputs: false,
    seed: 1,
    weight: 1,
    deadlineMs: null,
    priority: 0,
    timeoutMicros: null,
    sequence: null,
    decoupled: false,
    asJson,
  };
}

/** Only worth reporting if nothing worked. */
function describeError({ successes, failures }: RunResult): string | null {
  const [first] = failures;
  return successes === 0 && first ? `${first.status}: ${first.message}` : null;
}
