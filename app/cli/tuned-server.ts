import { StatusError } from "../../base/status-error.ts";
import { systemClock } from "../../base/clock.ts";
import type { ModelStatistics } from "../../engine/types.ts";
import type { ExperimentPlan, ExperimentStep, ModelDetail } from "../../main/contract/index.ts";
import {
  type LoadGenerator,
  measureUndisturbed,
  stepLoads,
  type Subject,
} from "../../main/lab/measuring.ts";
import type { TritonClient } from "../../main/servers/triton/index.ts";
import type {
  BatchSample,
  Measurement,
  Point,
  Settings,
  TunableServer,
} from "../../main/tuning/search/index.ts";
import { configWith, sameSettings } from "../../main/tuning/search/index.ts";

export interface TunedServerOptions {
  readonly client: TritonClient;
  readonly generator: LoadGenerator;
  readonly detail: ModelDetail;
  readonly baseline: Settings;
  /** The request and its protocol; its load is replaced by each point's. */
  readonly subject: Subject;
  /** Of the plan's load, where points have no clients. */
  readonly rate: number | null;
}

/**
 * A model on a server with Triton's model control. Settings are loaded as overrides; in the end the model is unloaded, which
 * ends them, and loaded again.
 */
export class TunedServer implements TunableServer {
  readonly #options: TunedServerOptions;
  readonly #baseline: Settings;
  #active: Settings;
  #isOverridden = false;
  #measured = 0;

  constructor(options: TunedServerOptions) {
    this.#options = options;
    this.#baseline = options.baseline;
    this.#active = options.baseline;
  }

  async apply(settings: Settings, signal: AbortSignal): Promise<void> {
    if (sameSettings(settings, this.#active)) return;
    const { client, detail } = this.#options;
    const config = detail.config ?? {};
    const wanted = sameSettings(settings, this.#baseline) ? config : configWith(config, settings);
    // Also what a load leaves that fails halfway has to be replaced.
    this.#isOverridden = true;
    await client.load(detail.name, JSON.stringify(wanted), { signal });
    this.#active = settings;
  }

  async restore(): Promise<void> {
    if (!this.#isOverridden) return;
    const { client, detail } = this.#options;
    const config = JSON.stringify(detail.config ?? {});
    // A plain load would keep the override.
    await client.unload(detail.name, {});
    await client.load(detail.name, undefined, {});
    // The former configuration may have been an override itself.
    const now = JSON.stringify(await client.modelConfig(detail.name, {}));
    if (now !== config) await client.load(detail.name, config, {});
    this.#isOverridden = false;
    this.#active = this.#baseline;
  }

  async measure(point: Point, signal: AbortSignal): Promise<Measurement> {
    const { client, detail, generator } = this.#options;
    const subject = this.#subjectFor(point);
    const [load] = stepLoads(subject.plan);
    if (!load) throw new StatusError("INTERNAL", "The plan has no load.");
    const before = await client.modelStatistics(detail.name, { signal });
    const position = this.#measured++;
    const order = {
      position,
      load,
      candidate: null,
      replicate: null,
      seed: subject.plan.seed + position,
      stopWhenCertified: false,
    };
    const run = measureUndisturbed(subject, order, { generator, clock: systemClock, signal });
    const step = await run.step;
    if (signal.aborted) throw new StatusError("ABORTED", String(signal.reason));
    if (!step || step.successes === 0) throw await this.#failure(step, signal);
    const after = await client.modelStatistics(detail.name, { signal });
    return {
      outcome: {
        throughput: step.requestsPerSecond,
        // Of too few requests for a p99 the slowest stands for it.
        p99Ms: step.response.p99?.value ?? step.response.max ?? Number.POSITIVE_INFINITY,
      },
      batches: batchesBetween(before, after, point.settings.instances),
      invalidReason:
        step.verdict.reasons.find(({ severity }) => severity === "invalid")?.text ?? null,
    };
  }

  #subjectFor({ clients }: Point): Subject {
    const { subject, rate } = this.#options;
    const load: ExperimentPlan["load"] =
      clients === null
        ? { kind: "rate", rates: [rate ?? 1], arrivals: { kind: "poisson" } }
        : { kind: "concurrency", levels: [clients], thinkMs: 0 };
    return { ...subject, plan: { ...subject.plan, load } };
  }

  /** Why no request succeeded: the server is gone, or what it answered. */
  async #failure(step: ExperimentStep | null, signal: AbortSignal): Promise<StatusError> {
    try {
      await this.#options.client.serverMetadata({ signal });
    } catch (error) {
      return new StatusError("UNAVAILABLE", StatusError.from(error).message);
    }
    const reason = step?.failures[0]?.message ?? "nothing was measured";
    return new StatusError("FAILED_PRECONDITION", `No request succeeded: ${reason}`);
  }
}

/** Executions by batch size that came in between. Counters that began again count from zero. */
export function batchesBetween(
  before: readonly ModelStatistics[],
  after: readonly ModelStatistics[],
  instances: number,
): BatchSample[] {
  const was = totals(before);
  const is = totals(after);
  const restarted = [...was].some(([size, { count }]) => (is.get(size)?.count ?? 0) < count);
  return [...is].flatMap(([size, { count, ns }]) => {
    const earlier = (restarted ? undefined : was.get(size)) ?? { count: 0, ns: 0 };
    const executions = count - earlier.count;
    if (executions <= 0) return [];
    return [{ size, instances, count: executions, ns: (ns - earlier.ns) / executions }];
  });
}

function totals(statistics: readonly ModelStatistics[]) {
  const bySize = new Map<number, { count: number; ns: number }>();
  for (const { batch_stats } of statistics) {
    for (const { batch_size, compute_input, compute_infer, compute_output } of batch_stats) {
      const sum = bySize.get(batch_size) ?? { count: 0, ns: 0 };
      sum.count += compute_infer.count;
      sum.ns += compute_input.ns + compute_infer.ns + compute_output.ns;
      bySize.set(batch_size, sum);
    }
  }
  return bySize;
}
