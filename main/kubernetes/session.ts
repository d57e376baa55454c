import type { Clock } from "../../base/clock.ts";
import type {
  ClusterEvent,
  ClusterView,
  InferencePool,
  Replica,
  Workload,
} from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";
import type { KubeApi } from "./access/api.ts";
import { ApiGroup } from "./api-group.ts";
import type {
  EndpointSlice,
  HorizontalPodAutoscaler,
  InferenceModel,
  InferenceObjective,
  InferencePoolObject,
  InferenceService,
  KubeEvent,
  KubeObject,
  Pod,
  Service,
} from "./objects.ts";
import { Reflector } from "./reflector.ts";
import {
  readAlphaInferencePool,
  readAutoscaler,
  readEndpointSlice,
  readEvent,
  readInferenceModel,
  readInferenceObjective,
  readInferencePool,
  readInferenceService,
  readObject,
  readPod,
  readService,
} from "./read-objects.ts";
import type { Reader } from "./fields.ts";
import { inferencePoolView, poolEndpoints, poolKey } from "./view/inference-pool.ts";
import { inferenceServiceView } from "./view/inference-service.ts";
import { listWorkloads } from "./view/workloads.ts";

/** Changes within this time are sent together, ms. */
const GATHER_MS = 150;
/** In a large cluster something changes all the time, and each update takes some ten ms. */
const MANY_PODS = 1000;
const GATHER_MANY_MS = 1000;

const KSERVE = "KServe's inference services";
const KSERVE_GROUP = "/apis/serving.kserve.io";
const POOLS = "inference pools";
const INFERENCE_GROUP = "/apis/inference.networking.k8s.io";
const ALPHA_POOLS = "inference pools of the alpha API";
const FIRST_POOLS = "inference pools of the first alpha version";
const OBJECTIVES = "inference objectives";
const ALPHA_GROUP = "/apis/inference.networking.x-k8s.io";
const MODELS = "inference models";
const FIRST_MODELS = "inference models of the first alpha version";
const LLM_D_OBJECTIVES = "inference objectives of llm-d";
const LLM_D_GROUP = "/apis/llm-d.ai";

const REFUSALS = new Set([
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "INVALID_ARGUMENT",
  "FAILED_PRECONDITION",
]);

/** Pods that a fleet follows. */
export interface FleetSource {
  readonly namespace: string;
  /** `role`: of llm-d; "" without one. */
  readonly members: readonly {
    readonly replica: Replica;
    readonly name: string;
    readonly role: string;
  }[];
  readonly events: readonly ClusterEvent[];
}

/** A namespace of a context, or all of them, watched for what serves models. Nothing is written. */
export class ClusterSession implements Disposable {
  readonly api: KubeApi;
  readonly #contextId: number;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<void>("kubernetes");
  readonly #resources = new DisposableStack();
  readonly #pods: Reflector<Pod>;
  readonly #replicaSets: Reflector<KubeObject>;
  readonly #services: Reflector<Service>;
  readonly #slices: Reflector<EndpointSlice>;
  readonly #autoscalers: Reflector<HorizontalPodAutoscaler>;
  readonly #events: Reflector<KubeEvent>;
  readonly #inferenceServices: Reflector<InferenceService>;
  readonly #inferencePools: Reflector<InferencePoolObject>;
  readonly #alphaPools: Reflector<InferencePoolObject>;
  readonly #objectives: Reflector<InferenceObjective>;
  readonly #llmdObjectives: Reflector<InferenceObjective>;
  readonly #inferenceModels: Reflector<InferenceModel>;
  readonly #firstPools: Reflector<InferencePoolObject>;
  readonly #firstModels: Reflector<InferenceModel>;
  #server = "";
  #state: ClusterView["state"] = "connecting";
  #since: number;
  #workloads: Workload[] | null = null;
  #emitTimer: Disposable | null = null;
  /** Those that not every cluster has, by what is read of them. */
  readonly #groups: ReadonlyMap<string, ApiGroup>;
  /** Collections whose last request the API server did not answer. */
  #unanswered: ReadonlySet<object> = new Set();

  constructor(contextId: number, api: KubeApi, namespace: string, clock: Clock) {
    this.#contextId = contextId;
    this.api = api;
    this.#clock = clock;
    this.#since = clock.now();
    const watch = <T extends KubeObject>(
      group: string,
      plural: string,
      what: string,
      read: Reader<T>,
    ) => {
      const path = `${group}${namespace && `/namespaces/${namespace}`}/${plural}`;
      const changed = () => this.#changed();
      const deps = { api: this.api, path, what, clock, changed, read };
      return this.#resources.use(new Reflector<T>(deps));
    };
    this.#pods = watch("/api/v1", "pods", "pods", readPod);
    this.#replicaSets = watch("/apis/apps/v1", "replicasets", "replica sets", readObject);
    this.#services = watch("/api/v1", "services", "services", readService);
    this.#slices = watch(
      "/apis/discovery.k8s.io/v1",
      "endpointslices",
      "endpoint slices",
      readEndpointSlice,
    );
    this.#autoscalers = watch(
      "/apis/autoscaling/v2",
      "horizontalpodautoscalers",
      "autoscalers",
      readAutoscaler,
    );
    this.#events = watch("/api/v1", "events", "events", readEvent);
    this.#inferenceServices = watch(
      `${KSERVE_GROUP}/v1beta1`,
      "inferenceservices",
      KSERVE,
      readInferenceService,
    );
    this.#inferencePools = watch(
      `${INFERENCE_GROUP}/v1`,
      "inferencepools",
      POOLS,
      readInferencePool,
    );
    this.#alphaPools = watch(
      `${ALPHA_GROUP}/v1alpha2`,
      "inferencepools",
      ALPHA_POOLS,
      readAlphaInferencePool,
    );
    this.#objectives = watch(
      `${ALPHA_GROUP}/v1alpha2`,
      "inferenceobjectives",
      OBJECTIVES,
      readInferenceObjective,
    );
    this.#llmdObjectives = watch(
      `${LLM_D_GROUP}/v1alpha2`,
      "inferenceobjectives",
      LLM_D_OBJECTIVES,
      readInferenceObjective,
    );
    this.#inferenceModels = watch(
      `${ALPHA_GROUP}/v1alpha2`,
      "inferencemodels",
      MODELS,
      readInferenceModel,
    );
    this.#firstPools = watch(
      `${ALPHA_GROUP}/v1alpha1`,
      "inferencepools",
      FIRST_POOLS,
      readAlphaInferencePool,
    );
    this.#firstModels = watch(
      `${ALPHA_GROUP}/v1alpha1`,
      "inferencemodels",
      FIRST_MODELS,
      readInferenceModel,
    );
    const changed = () => this.#changed();
    const firstAlpha = new ApiGroup(
      api,
      `${ALPHA_GROUP}/v1alpha1`,
      "find the inference extension",
      changed,
    );
    const alpha = new ApiGroup(api, ALPHA_GROUP, "find the inference extension", changed);
    this.#groups = new Map([
      [KSERVE, new ApiGroup(api, KSERVE_GROUP, "find KServe", changed)],
      [POOLS, new ApiGroup(api, INFERENCE_GROUP, "find the inference extension", changed)],
      [ALPHA_POOLS, alpha],
      [FIRST_POOLS, firstAlpha],
      [FIRST_MODELS, firstAlpha],
      [OBJECTIVES, alpha],
      [MODELS, alpha],
      [LLM_D_OBJECTIVES, new ApiGroup(api, LLM_D_GROUP, "find llm-d", changed)],
    ]);
    void this.#findServer();
  }

  get view(): ClusterView {
    const { problem, nextTry, size } = this.#pods;
    return {
      state: this.#state,
      since: this.#since,
      reason: problem?.message ?? null,
      nextTry,
      server: this.#server,
      gaps: this.#gaps(),
      pods: size,
      workloads: this.workloads,
      inferenceServices: this.#inferenceServices.objects.map(inferenceServiceView),
      inferencePools: this.#listInferencePools(),
    };
  }

  /** A migrated cluster may have objects of several versions: the newest that has any counts, llm-d's for objectives. */
  #listInferencePools(): InferencePool[] {
    const cluster = {
      contextId: this.#contextId,
      pods: this.#pods.objects,
      workloads: this.workloads,
      objectives: firstWithAny(this.#llmdObjectives, this.#objectives),
      models: firstWithAny(this.#inferenceModels, this.#firstModels),
    };
    return this.#pools().map((pool) => inferencePoolView(pool, cluster));
  }

  #pools(): readonly InferencePoolObject[] {
    return firstWithAny(this.#inferencePools, this.#alphaPools, this.#firstPools);
  }

  /** What a fleet consists of, by the key of a workload or an inference pool; null: it isn't in the cluster. */
  fleet(key: string): FleetSource | null {
    const workload = this.workloads.find((each) => each.key === key);
    if (workload) {
      const members = workload.replicas.map((replica) => ({
        replica,
        name: replica.pod,
        role: "",
      }));
      return { namespace: workload.namespace, members, events: workload.events };
    }
    const pool = this.#pools().find((each) => poolKey(this.#contextId, each) === key);
    if (!pool) return null;
    const members = poolEndpoints(pool, this.#pods.objects);
    const pods = new Set(members.map(({ replica }) => replica.pod));
    const events = this.workloads
      .filter(({ namespace, replicas }) => {
        return namespace === pool.metadata.namespace && replicas.some(({ pod }) => pods.has(pod));
      })
      .flatMap((each) => each.events);
    return { namespace: pool.metadata.namespace ?? "", members, events };
  }

  get workloads(): Workload[] {
    this.#workloads ??= listWorkloads(this.#contextId, {
      pods: this.#pods.objects,
      replicaSets: this.#replicaSets.objects,
      services: this.#services.objects,
      slices: this.#slices.objects,
      autoscalers: this.#autoscalers.objects,
      events: this.#events.objects,
    });
    return this.#workloads;
  }

  /** Whether pods were ever listed. */
  get synced(): boolean {
    return this.#pods.synced;
  }

  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  tryNow(): void {
    this.api.forget();
    for (const each of this.#reflectors()) each.tryNow();
  }

  [Symbol.dispose](): void {
    this.#emitTimer?.[Symbol.dispose]();
    this.#resources.dispose();
  }

  async #findServer(): Promise<void> {
    try {
      this.#server = (await this.api.signed()).shown;
      this.#changed();
    } catch {
      // The pods' problem has the reason.
    }
  }

  #reflectors(): Reflector<never>[] {
    return [this.#pods, ...this.#optional()] as unknown as Reflector<never>[];
  }

  #optional() {
    return [
      this.#replicaSets,
      this.#services,
      this.#slices,
      this.#autoscalers,
      this.#events,
      this.#inferenceServices,
      this.#inferencePools,
      this.#alphaPools,
      this.#objectives,
      this.#llmdObjectives,
      this.#inferenceModels,
      this.#firstPools,
      this.#firstModels,
    ] as const;
  }

  /** Where pods can't be read, other problems don't matter. */
  #gaps(): string[] {
    if (this.#pods.problem) return [];
    const problems = this.#optional().flatMap(({ problem, what }) =>
      problem === null || problem.code === "NOT_FOUND" || this.#isAbsent(what)
        ? []
        : [problem.message],
    );
    const listed = [this.#pods, ...this.#optional()].flatMap((each) =>
      each.isOnlyListed ? [each.what] : [],
    );
    return listed.length === 0 ? problems : [...problems, onlyListed(listed)];
  }

  /** Of an API group that the cluster hasn't, nothing is missing. */
  #isAbsent(what: string): boolean {
    const group = this.#groups.get(what);
    if ((what === ALPHA_POOLS || what === FIRST_POOLS) && this.#groups.get(POOLS)?.exists)
      return true;
    return group !== undefined && !group.exists;
  }

  #changed(): void {
    this.#endOutage();
    this.#workloads = null;
    const state = this.#stateNow();
    if (state !== this.#state) {
      this.#state = state;
      this.#since = this.#clock.now();
    }
    const wait = this.#pods.size > MANY_PODS ? GATHER_MANY_MS : GATHER_MS;
    this.#emitTimer ??= this.#clock.after(wait, () => {
      this.#emitTimer = null;
      this.#listeners.emit();
    });
  }

  /** Once one is answered again, the others don't wait out their pauses: messages of an outage end with it. */
  #endOutage(): void {
    const before = this.#unanswered;
    const unanswered = this.#reflectors().filter(
      ({ problem }) => problem !== null && !REFUSALS.has(problem.code),
    );
    this.#unanswered = new Set(unanswered);
    const hasEnded = [...before].some((each) => !this.#unanswered.has(each));
    if (hasEnded) for (const each of unanswered) each.tryNow();
  }

  #stateNow(): ClusterView["state"] {
    const { problem, synced } = this.#pods;
    if (problem) return REFUSALS.has(problem.code) ? "refused" : "stale";
    return synced ? "live" : "connecting";
  }
}

function firstWithAny<T extends KubeObject>(...versions: Reflector<T>[]): readonly T[] {
  return versions.find(({ objects }) => objects.length > 0)?.objects ?? [];
}

function onlyListed(what: readonly string[]): string {
  const all = new Intl.ListFormat("en").format(what);
  return `Watching ${all} is not permitted: they are listed every few seconds instead, so changes show a little later. A cluster administrator can allow the verb watch with a Role.`;
}
