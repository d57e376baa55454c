import { StatusError } from "../../base/status-error.ts";
import type {
  ExperimentComparison,
  Launch,
  LaunchFailure,
  LaunchResult,
} from "../contract/index.ts";
import { measureCandidate, type MeasureParts } from "./measure-candidate.ts";
import { LaunchError, type LaunchSite, type ServedCandidate, toLaunchFailure } from "./site.ts";

/** Lines of a log that are kept with a result. */
const KEPT_LINES = 80;

export interface LaunchRunParts extends MeasureParts {
  readonly compare: (before: number, after: number) => Promise<ExperimentComparison>;
}

export interface LaunchCourse {
  readonly launch: Launch;
  readonly site: LaunchSite;
  readonly seed: number;
  /** Called with each change of a result. */
  readonly changed: (results: readonly LaunchResult[]) => void;
}

export type Ending = Pick<Launch, "state" | "reason">;

/** Starts, measures and compares one candidate after the other. */
export class LaunchRun {
  readonly #parts: LaunchRunParts;
  readonly #course: LaunchCourse;
  readonly #stop = new AbortController();
  readonly #results: LaunchResult[];

  constructor(parts: LaunchRunParts, course: LaunchCourse) {
    this.#parts = parts;
    this.#course = course;
    this.#results = course.launch.results.map((each) => ({ ...each }));
  }

  stop(reason: StatusError): void {
    this.#stop.abort(reason);
  }

  /** Always resolves. What served before does not serve again yet. */
  async run(): Promise<Ending> {
    for (const [index] of this.#results.entries()) {
      try {
        await this.#measure(index);
      } catch (error) {
        this.#skip();
        return this.#stop.signal.aborted
          ? { state: "stopped", reason: StatusError.from(this.#stop.signal.reason).message }
          : { state: "failed", reason: StatusError.from(error).message };
      }
      const [base] = this.#results;
      if (base?.failure) {
        this.#skip();
        const reason = `The base was not measured, so there is nothing to compare with. ${base.failure.reason}`;
        return { state: "failed", reason };
      }
    }
    return { state: "done", reason: "" };
  }

  /** Rejects where the comparison can't go on. */
  async #measure(index: number): Promise<void> {
    const { signal } = this.#stop;
    this.#set(index, { state: "starting" });
    let served: ServedCandidate;
    try {
      served = await this.#course.site.serve(index, signal);
    } catch (error) {
      this.#set(index, { log: error instanceof LaunchError ? toKept(error.log) : [] });
      this.#fail(index, error);
      return;
    }
    await using _ended = served;
    this.#set(index, { state: "measuring", readySeconds: served.readySeconds });
    try {
      const failure = await this.#load(index, served);
      await this.#keepLog(index, served);
      if (failure) this.#set(index, { state: "failed", failure });
      else await this.#finish(index);
    } catch (error) {
      await this.#keepLog(index, served);
      const gone = served.gone.aborted && !signal.aborted;
      this.#fail(index, gone ? served.gone.reason : error);
    }
  }

  async #load(index: number, served: ServedCandidate): Promise<LaunchFailure | null> {
    const { launch, seed } = this.#course;
    const label = this.#results[index]?.label ?? "";
    const { failure } = await measureCandidate(
      this.#parts,
      {
        plan: launch.plan,
        served,
        seed,
        label: `Launch flags ${launch.id}: ${label}`,
        serverId: `launch-${launch.id}-${index}`,
        onStarted: (experimentId) => this.#set(index, { experimentId }),
      },
      this.#stop.signal,
    );
    return failure;
  }

  async #finish(index: number): Promise<void> {
    const [before, after] = [this.#results[0]?.experimentId, this.#results[index]?.experimentId];
    if (index === 0 || typeof before !== "number" || typeof after !== "number")
      return this.#set(index, { state: "done" });
    try {
      this.#set(index, { state: "done", comparison: await this.#parts.compare(before, after) });
    } catch (error) {
      this.#set(index, { state: "done", comparisonProblem: StatusError.from(error).message });
    }
  }

  /** A candidate that didn't serve is a result; what else happens ends the comparison. */
  #fail(index: number, error: unknown): void {
    if (this.#stop.signal.aborted) {
      this.#set(index, { state: "skipped" });
      throw error;
    }
    this.#set(index, { state: "failed", failure: toLaunchFailure(error) });
    // Someone else changed the Deployment, or the user took back the permission.
    if (error instanceof StatusError && ["ABORTED", "PERMISSION_DENIED"].includes(error.code))
      throw error;
  }

  async #keepLog(index: number, served: ServedCandidate): Promise<void> {
    const lines = await served.log().catch(() => []);
    this.#set(index, { log: toKept(lines) });
  }

  #skip(): void {
    for (const [index, { state }] of this.#results.entries())
      if (["waiting", "starting", "measuring"].includes(state))
        this.#set(index, { state: "skipped" });
  }

  #set(index: number, change: Partial<LaunchResult>): void {
    const before = this.#results[index];
    if (before) this.#results[index] = { ...before, ...change };
    this.#course.changed([...this.#results]);
  }
}

const toKept = (lines: readonly string[]) => lines.slice(-KEPT_LINES);
