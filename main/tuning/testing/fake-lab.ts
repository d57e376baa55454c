import { normalizeConfig, parseConfig } from "../../../engine/config/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { Comparison, Experiment, ExperimentPlan } from "../../contract/index.ts";
import type { HeldConfig } from "../../lab/index.ts";
import type { TuningConfigs, TuningLab } from "../tools.ts";
import { createStep } from "./plans.ts";

type Result = Partial<Pick<Experiment, "state" | "reason" | "comparisons" | "steps">>;

/** A lab whose experiments end when a test ends them. */
export class FakeLab implements TuningLab {
  readonly plans: ExperimentPlan[] = [];
  readonly #finished: PromiseWithResolvers<Experiment>[] = [];
  readonly #results: (Experiment | undefined)[] = [];
  /** The next start fails with this. */
  refusal: StatusError | null = null;

  async start(plan: ExperimentPlan): Promise<number> {
    if (this.refusal) throw this.refusal;
    this.#finished.push(Promise.withResolvers());
    return this.plans.push(plan);
  }

  finished(id: number): Promise<Experiment> {
    return this.#at(id).promise;
  }

  async cancel(id: number): Promise<void> {
    this.end({ state: "cancelled", reason: "Cancelled." }, id);
  }

  get(id: number): Experiment {
    const result = this.#results[id - 1];
    if (!result) throw new StatusError("NOT_FOUND", `There is no experiment ${id}.`);
    return result;
  }

  /** Ends the newest experiment. */
  end(result: Result = {}, id = this.plans.length): void {
    const plan = this.plans[id - 1];
    if (!plan) throw new Error(`experiment ${id} was not started`);
    const experiment: Experiment = {
      id,
      name: "",
      createdAt: 0,
      finishedAt: 1,
      state: "done",
      reason: null,
      plan,
      steps: [createStep({})],
      environment: {
        server: "s",
        serverVersion: null,
        configText: "",
        cpus: 2,
        cpuModel: "",
        memoryBytes: 0,
        platform: "",
        fingerprint: "",
        sameMachine: true,
      },
      tags: [],
      pinned: false,
      note: "",
      annotations: [],
      importedFrom: null,
      search: null,
      comparisons: [],
      ...result,
    };
    this.#results[id - 1] = experiment;
    this.#at(id).resolve(experiment);
  }

  #at(id: number): PromiseWithResolvers<Experiment> {
    const finished = this.#finished[id - 1];
    if (!finished) throw new Error(`experiment ${id} was not started`);
    return finished;
  }
}

/** A comparison whose throughput changed by `gain`, with the given p99. */
export function createComparison(
  gain: number,
  p99: readonly [before: number, after: number] = [10, 10],
  more: Partial<Comparison> = {},
): Comparison & { candidate: number } {
  const verdict = gain > 0.02 ? "better" : gain < -0.02 ? "worse" : "none";
  const change = p99[1] / p99[0] - 1;
  return {
    candidate: 1,
    figures: [
      {
        figure: "throughput",
        unit: "inf/s",
        before: 100,
        after: 100 * (1 + gain),
        share: { value: gain, low: gain - 0.02, high: gain + 0.02 },
        verdict,
        basis: "5 pairs",
      },
      {
        figure: "p99",
        unit: "ms",
        before: p99[0],
        after: p99[1],
        share: { value: change, low: change, high: change },
        verdict: change > 0 ? "worse" : change < 0 ? "better" : "none",
        basis: "5 pairs",
      },
    ],
    unlike: [],
    invalid: false,
    words: `Throughput changed by ${Math.round(gain * 100)} %.`,
    ...more,
  };
}

/** Configurations of one model in memory. */
export class FakeConfigs implements TuningConfigs {
  text: string;
  /** Beneath an override. */
  file = "";
  readonly applied: { text: string; place: string }[] = [];
  /** Path of config.pbtxt; null if it can't be reached. */
  path: string | null = "/models/m/config.pbtxt";

  constructor(text: string) {
    this.text = text;
  }

  async inForce() {
    const config = normalizeConfig(parseConfig(this.text).config, { modelName: "m" });
    return { text: this.text, config, etag: this.#etag };
  }

  async serverFacts() {
    return { lint: { server: "embedded", cores: 2 } as const, batchTimes: [] };
  }

  async held() {
    return { text: this.text, override: false, servedJson: "", servedEtag: this.#etag };
  }

  async restore(_server: string, _model: string, { text }: HeldConfig) {
    this.text = text;
  }

  async apply({ etag }: { readonly etag: string }, text: string, _note: string, place: string) {
    if (etag !== this.#etag) throw new StatusError("ABORTED", "changed since");
    this.text = text;
    this.applied.push({ text, place });
    return { etag: this.#etag, writtenTo: place === "best" ? this.path : null };
  }

  get #etag(): string {
    return JSON.stringify([this.text, this.file]);
  }
}
