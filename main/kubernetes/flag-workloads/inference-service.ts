import type { WorkloadContainer, WorkloadState } from "../../launch-flags/index.ts";
import { count, fields, type Reader, text } from "../fields.ts";
import { readObject } from "../read-objects.ts";
import { readContainer } from "./pod-containers.ts";
import type { Deployment } from "./deployments-and-stateful-sets.ts";
import { COMPLETE, deploymentsRollout, type Rollout } from "./rollout-status.ts";

/** Of KServe's InferenceService, what its flags depend on. */
export interface FlagService {
  readonly containers: readonly WorkloadContainer[];
  readonly replicas: number;
  readonly problem: string | null;
  readonly revisions: { readonly created: string; readonly ready: string } | null;
}

/** kserve/kserve pkg/constants/constants.go at aaac4e29, InferenceServiceContainerName. */
const CONTAINER = "kserve-container";

const anything: Reader<object> = (value) =>
  typeof value === "object" && value !== null ? value : undefined;
const shape = fields({
  spec: fields({
    predictor: fields({
      model: anything,
      containers: (value) => (Array.isArray(value) ? value : undefined),
      workerSpec: anything,
      minReplicas: count,
      canaryTrafficPercent: count,
    }),
  }),
  status: fields({
    components: fields({
      predictor: fields({ latestCreatedRevision: text, latestReadyRevision: text }),
    }),
  }),
});

/** Flags are in the `args` of `model` (ModelSpec), or in those of a predictor's own containers. */
export const readFlagService: Reader<FlagService> = (value) => {
  const found = shape(value);
  if (!readObject(value) || !found) return undefined;
  const { model, containers = [], ...predictor } = found.spec?.predictor ?? {};
  const { latestCreatedRevision: created, latestReadyRevision: ready = "" } =
    found.status?.components?.predictor ?? {};
  return {
    containers: model
      ? readContainer({ ...model, name: CONTAINER }).map((each) => ({
          ...each,
          pointer: "/spec/predictor/model",
        }))
      : containers.flatMap((each, index) =>
          readContainer(each).map((one) => ({
            ...one,
            pointer: `/spec/predictor/containers/${index}`,
          })),
        ),
    replicas: predictor.minReplicas ?? 1,
    problem: findProblem(predictor),
    revisions: created === undefined ? null : { created, ready },
  };
};

function findProblem(predictor: {
  readonly workerSpec?: object;
  readonly canaryTrafficPercent?: number;
}): string | null {
  if (predictor.workerSpec)
    return "It runs on several nodes (workerSpec); flags of such predictors are not changed.";
  if (predictor.canaryTrafficPercent !== undefined)
    return `It has a canary (canaryTrafficPercent ${predictor.canaryTrafficPercent}). Promote or remove it first.`;
  return null;
}

/** With Knative the latest revision has to be the ready one; otherwise the Deployments that KServe makes have to be complete. */
export function serviceRollout(
  { revisions }: FlagService,
  deployments: readonly Deployment[],
): Rollout {
  if (revisions)
    return revisions.ready === revisions.created
      ? COMPLETE
      : { complete: false, state: `Revision ${revisions.created} is not ready.`, failed: null };
  return deploymentsRollout(deployments);
}

/** KServe's own strategy, or Knative's. */
export function serviceStrategy(
  { revisions }: FlagService,
  [first]: readonly Deployment[],
): WorkloadState["strategy"] {
  return revisions ? "Knative" : (first?.spec?.strategy?.type ?? "RollingUpdate");
}
