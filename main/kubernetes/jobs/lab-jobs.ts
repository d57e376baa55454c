import { StatusError } from "../../../engine/protocol/status.ts";
import type { Clock } from "../../clock.ts";
import type { JobDraft, LabJob } from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import { Listeners } from "../../listeners.ts";
import type { KubeApi } from "../access/api.ts";
import { jobObjects } from "./manifest.ts";
import { JobFollower } from "./job-follower.ts";

export interface LabJobsDeps {
  readonly clock: Clock;
  readonly events: EventSink;
  /** Keeps an exported experiment, and gives its id. */
  readonly importExperiment: (fileName: string, content: string) => Promise<{ id: number }>;
}

interface Kept {
  readonly contextId: number;
  readonly api: KubeApi;
  readonly follower: JobFollower;
}

/** Jobs that were started from here, followed until their result is an experiment. They are the cluster's to keep. */
export class LabJobs implements Disposable {
  readonly #deps: LabJobsDeps;
  readonly #listeners = new Listeners<number>();
  readonly #kept: Kept[] = [];

  constructor(deps: LabJobsDeps) {
    this.#deps = deps;
  }

  /** The newest first. */
  list(contextId: number): LabJob[] {
    return this.#kept
      .filter((each) => each.contextId === contextId)
      .map(({ follower }) => follower.job)
      .reverse();
  }

  onChanged(contextId: number, listener: () => void): Disposable {
    return this.#listeners.add((changed) => changed === contextId && listener());
  }

  /** Creates the Job, then its ConfigMap as the Job's own, so that both go together. */
  async run(
    api: KubeApi,
    draft: JobDraft,
    { namespace, address }: { namespace: string; address: string },
  ): Promise<LabJob> {
    const { clock, events } = this.#deps;
    const name = `batchdeck-lab-${clock.now().toString(36)}`;
    const { job, configMap } = jobObjects(draft, { namespace, name, address });
    const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
    const created = await api.create<{ metadata: { uid: string } }>(jobs, job, "create jobs");
    const owner = { apiVersion: "batch/v1", kind: "Job", name, uid: created.metadata.uid };
    const plan = configMap as { metadata: object };
    const owned = { ...plan, metadata: { ...plan.metadata, ownerReferences: [owner] } };
    try {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      await api.create(path, owned, "create config maps");
    } catch (error) {
      await api.remove(`${jobs}/${name}`, "delete jobs").catch(() => {});
      throw error;
    }
    const follower = new JobFollower({
      ...this.#deps,
      api,
      first: {
        namespace,
        name,
        workload: draft.workload,
        model: draft.model,
        startedAt: clock.now(),
        state: "waiting",
        words: "Waits for its pod.",
        log: [],
        experiment: null,
      },
      changed: () => this.#listeners.tell(draft.id),
    });
    this.#kept.push({ contextId: draft.id, api, follower });
    this.#listeners.tell(draft.id);
    events.emit({
      level: "info",
      source: "kubernetes",
      message: `The job ${namespace}/${name} was created; it measures ${draft.model} at ${address}.`,
    });
    return follower.job;
  }

  /** Only one that was created from here. NOT_FOUND. */
  async remove(contextId: number, namespace: string, name: string): Promise<void> {
    const kept = this.#kept.find(
      ({ contextId: id, follower: { job } }) =>
        id === contextId && job.namespace === namespace && job.name === name,
    );
    if (!kept)
      throw new StatusError("NOT_FOUND", `The job ${namespace}/${name} was not created from here.`);
    try {
      await kept.api.remove(`/apis/batch/v1/namespaces/${namespace}/jobs/${name}`, "delete jobs");
    } catch (error) {
      if (StatusError.from(error).code !== "NOT_FOUND") throw error;
    }
    kept.follower.end("deleted", "It was deleted.");
    const message = `The job ${namespace}/${name} was deleted.`;
    this.#deps.events.emit({ level: "info", source: "kubernetes", message });
  }

  [Symbol.dispose](): void {
    for (const { follower } of this.#kept) follower[Symbol.dispose]();
  }
}
