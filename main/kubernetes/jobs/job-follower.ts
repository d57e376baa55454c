import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { LabJob } from "../../contract/index.ts";
import type { KubeApi } from "../access/api.ts";
import type { Pod } from "../objects.ts";
import { readJob, readPod } from "../read-objects.ts";
import { resultIn, shownLines } from "./result.ts";

const LOOK_MS = 2000;
const MAX_PAUSE_MS = 60_000;
const SHOWN_LINES = 40;
/** Lines read while a log grows; all of it is read when the job has ended. */
const TAIL = "&tailLines=200&limitBytes=262144";

export interface FollowerDeps {
  readonly api: KubeApi;
  readonly clock: Clock;
  readonly first: LabJob;
  readonly importExperiment: (fileName: string, content: string) => Promise<{ id: number }>;
  readonly changed: (job: LabJob) => void;
}

/**
 * Looks at a job's pod and log every two seconds until it ended, less often while the API server does not answer. One
 * that is over is not looked at.
 */
export class JobFollower implements Disposable {
  readonly #deps: FollowerDeps;
  readonly #stop = new AbortController();
  #job: LabJob;
  #timer: Disposable | null = null;
  #pauseMs = LOOK_MS;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
    this.#job = deps.first;
    if (isOver(deps.first)) this.#stop.abort();
    this.#again();
  }

  get job(): LabJob {
    return this.#job;
  }

  /** Stops following. */
  end(state: LabJob["state"], words: string): void {
    this[Symbol.dispose]();
    this.#set({ state, words });
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#timer?.[Symbol.dispose]();
  }

  #again(): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = this.#deps.clock.after(this.#pauseMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    try {
      await this.#see();
      this.#pauseMs = LOOK_MS;
    } catch (thrown) {
      if (this.#stop.signal.aborted) return;
      const error = StatusError.from(thrown);
      if (error.code === "NOT_FOUND") return this.end("deleted", "It is no longer in the cluster.");
      this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
      this.#set({ words: error.message });
    }
    this.#again();
  }

  async #see(): Promise<void> {
    const { api } = this.#deps;
    const { namespace, name } = this.#job;
    const { signal } = this.#stop;
    const job = await api.get(
      `/apis/batch/v1/namespaces/${namespace}/jobs/${name}`,
      "get jobs",
      readJob,
      signal,
    );
    const { items } = await api.list(`/api/v1/namespaces/${namespace}/pods`, "list pods", readPod, {
      signal,
      labelSelector: `job-name=${name}`,
    });
    const [pod] = items;
    const condition = job.status?.conditions?.find(
      ({ type, status }) => status === "True" && (type === "Complete" || type === "Failed"),
    );
    const phase = pod?.status?.phase;
    const hasLog = phase === "Running" || phase === "Succeeded" || phase === "Failed";
    const log = pod && hasLog ? await this.#log(pod.metadata.name, condition ? "" : TAIL) : "";
    if (log !== "") this.#set({ log: shownLines(log, SHOWN_LINES) });
    if (!condition)
      return this.#set(
        phase === "Running" ? { state: "running", words: "Measures." } : waiting(pod),
      );
    const result = resultIn(log);
    if (result !== null) return await this.#keep(result);
    this.end("failed", describeFailure(condition.message ?? condition.reason ?? "", log));
  }

  async #keep(result: string): Promise<void> {
    const { name } = this.#job;
    try {
      const { id } = await this.#deps.importExperiment(`${name}.json`, result);
      this.#set({ experiment: id });
      this.end("done", "Measured; its result is among the experiments.");
    } catch (error) {
      this.end("failed", StatusError.from(error).message);
    }
  }

  /** "" where the pod was removed in the meantime. */
  async #log(pod: string, part: string): Promise<string> {
    const path = `/api/v1/namespaces/${this.#job.namespace}/pods/${pod}/log?container=measure${part}`;
    try {
      return await this.#deps.api.text(path, "get pods/log", this.#stop.signal);
    } catch (error) {
      if (StatusError.from(error).code === "NOT_FOUND") return "";
      throw error;
    }
  }

  #set(change: Partial<LabJob>): void {
    const before = JSON.stringify(this.#job);
    this.#job = { ...this.#job, ...change };
    if (JSON.stringify(this.#job) !== before) this.#deps.changed(this.#job);
  }
}

function isOver({ state }: LabJob): boolean {
  return state !== "waiting" && state !== "running";
}

function waiting(pod: Pod | undefined): Partial<LabJob> {
  const state = pod?.status?.containerStatuses?.[0]?.state?.waiting;
  const unscheduled = pod?.status?.conditions?.find(
    ({ type, status }) => type === "PodScheduled" && status === "False",
  );
  const said = state?.message ?? state?.reason ?? unscheduled?.message;
  return { state: "waiting", words: said ? `Its pod is waiting: ${said}` : "Waits for its pod." };
}

function describeFailure(condition: string, log: string): string {
  const last = shownLines(log, 1)[0] ?? "";
  return [condition || "The job failed", last].filter(Boolean).join(": ");
}
