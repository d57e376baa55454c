import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { JobDraft, LabJob } from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { KubeApi } from "../access/api.ts";
import { readObject } from "../read-objects.ts";
import type { Db } from "../../store/index.ts";
import { JobFollower } from "./job-follower.ts";
import { JobStore } from "./job-store.ts";
import { jobObjects } from "./manifest.ts";

export interface LabJobsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSink;
  /** Imports an experiment and returns its id. */
  readonly importExperiment: (fileName: string, content: string) => Promise<{ id: number }>;
}

/**
 * Jobs that were started from here, followed until their result is an experiment, and remembered. They are the
 * cluster's to keep. Those of a context that were not over when the console ended are followed again when someone looks
 * at it: before that no one asked to sign in there.
 */
export class LabJobs implements Disposable {
  readonly #deps: LabJobsDeps;
  readonly #findApi: (contextId: number) => KubeApi;
  readonly #store: JobStore;
  readonly #listeners = new Listeners<number>("kubernetes");
  readonly #followers = new Map<number, JobFollower[]>();

  constructor(deps: LabJobsDeps, apiOf: (contextId: number) => KubeApi) {
    this.#deps = deps;
    this.#findApi = apiOf;
    this.#store = new JobStore(deps.db);
  }

  /** The newest first. */
  list(contextId: number): LabJob[] {
    return this.#of(contextId)
      .map(({ job }) => job)
      .reverse();
  }

  onChanged(contextId: number, listener: () => void): Disposable {
    return this.#listeners.add((changed) => changed === contextId && listener());
  }

  /** Creates the Job, then its ConfigMap as the Job's own, so that both go together. */
  async run(
    draft: JobDraft,
    { namespace, address }: { namespace: string; address: string },
  ): Promise<LabJob> {
    const { clock, events } = this.#deps;
    const api = this.#findApi(draft.id);
    const name = `batchdeck-lab-${clock.now().toString(36)}`;
    const { job, configMap } = jobObjects(draft, { namespace, name, address });
    const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
    const created = await api.create(jobs, job, "create jobs", readObject);
    const owner = { apiVersion: "batch/v1", kind: "Job", name, uid: created.metadata.uid };
    const plan = configMap as { metadata: object };
    const owned = { ...plan, metadata: { ...plan.metadata, ownerReferences: [owner] } };
    try {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      await api.create(path, owned, "create config maps", readObject);
    } catch (error) {
      await api.remove(`${jobs}/${name}`, "delete jobs").catch(() => {});
      throw error;
    }
    const first: LabJob = {
      namespace,
      name,
      workload: draft.workload,
      model: draft.model,
      startedAt: clock.now(),
      state: "waiting",
      words: "Waits for its pod.",
      log: [],
      experiment: null,
    };
    const followers = this.#of(draft.id);
    followers.push(this.#follow(draft.id, this.#store.add(draft.id, first), first));
    this.#listeners.emit(draft.id);
    events.emit({
      level: "info",
      source: "kubernetes",
      message: `The job ${namespace}/${name} was created; it measures ${draft.model} at ${address}.`,
    });
    return first;
  }

  /** Only one that was created from here. NOT_FOUND. */
  async remove(contextId: number, namespace: string, name: string): Promise<void> {
    const follower = this.#of(contextId).find(
      ({ job }) => job.namespace === namespace && job.name === name,
    );
    if (!follower)
      throw new StatusError("NOT_FOUND", `The job ${namespace}/${name} was not created from here.`);
    const api = this.#findApi(contextId);
    try {
      await api.remove(`/apis/batch/v1/namespaces/${namespace}/jobs/${name}`, "delete jobs");
    } catch (error) {
      if (StatusError.from(error).code !== "NOT_FOUND") throw error;
    }
    follower.end("deleted", "It was deleted.");
    const message = `The job ${namespace}/${name} was deleted.`;
    this.#deps.events.emit({ level: "info", source: "kubernetes", message });
  }

  /** The jobs stay in the cluster. */
  forget(contextId: number): void {
    for (const follower of this.#followers.get(contextId) ?? []) follower[Symbol.dispose]();
    this.#followers.delete(contextId);
    this.#store.forget(contextId);
  }

  [Symbol.dispose](): void {
    for (const followers of this.#followers.values())
      for (const follower of followers) follower[Symbol.dispose]();
  }

  #of(contextId: number): JobFollower[] {
    const known = this.#followers.get(contextId);
    if (known) return known;
    const remembered = this.#store
      .list(contextId)
      .map(({ id, job }) => this.#follow(contextId, id, job));
    this.#followers.set(contextId, remembered);
    return remembered;
  }

  #follow(contextId: number, id: number, first: LabJob): JobFollower {
    const { clock, importExperiment } = this.#deps;
    const changed = (job: LabJob) => {
      this.#store.save(id, job);
      this.#listeners.emit(contextId);
    };
    return new JobFollower({
      api: this.#findApi(contextId),
      clock,
      first,
      importExperiment,
      changed,
    });
  }
}
