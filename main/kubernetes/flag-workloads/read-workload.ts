import type { WorkloadPlace, WorkloadState } from "../../launch-flags/index.ts";
import type { KubeApi } from "../access/api.ts";
import { findController } from "../discovery/owners.ts";
import type { Metadata } from "../objects.ts";
import { readFlagService, serviceRollout, serviceStrategy } from "./inference-service.ts";
import {
  readDeployment,
  readStatefulSet,
  type StatefulSet,
} from "./deployments-and-stateful-sets.ts";
import type { Right } from "./rights.ts";
import { deploymentRollout, statefulSetRollout } from "./rollout-status.ts";

/** A workload and the labels of its pods. */
interface ReadWorkload extends WorkloadState {
  readonly selector: Readonly<Record<string, string>>;
}

const RESOURCES = {
  Deployment: { group: "apps", version: "v1", plural: "deployments" },
  StatefulSet: { group: "apps", version: "v1", plural: "statefulsets" },
  InferenceService: {
    group: "serving.kserve.io",
    version: "v1beta1",
    plural: "inferenceservices",
  },
} as const;

export const resourceOf = ({ owner }: WorkloadPlace) => RESOURCES[owner];

export function pathOf(place: WorkloadPlace): string {
  return `${collectionOf(place)}/${place.name}`;
}

function collectionOf({ owner, namespace }: Pick<WorkloadPlace, "owner" | "namespace">): string {
  const { group, version, plural } = RESOURCES[owner];
  return `/apis/${group}/${version}/namespaces/${namespace}/${plural}`;
}

export async function readWorkload(
  api: KubeApi,
  place: WorkloadPlace,
  signal: AbortSignal,
): Promise<ReadWorkload> {
  const what = `get ${resourceOf(place).plural}`;
  switch (place.owner) {
    case "Deployment": {
      const found = await api.get(pathOf(place), what, readDeployment, signal);
      return {
        containers: found.containers,
        selector: found.selector,
        replicas: found.spec?.replicas ?? 1,
        strategy: found.spec?.strategy?.type ?? "RollingUpdate",
        problem: managedBy(place, found.metadata),
        rollout: deploymentRollout(found),
      };
    }
    case "StatefulSet": {
      const found = await api.get(pathOf(place), what, readStatefulSet, signal);
      return {
        containers: found.containers,
        selector: found.selector,
        replicas: found.spec?.replicas ?? 1,
        strategy: found.spec?.updateStrategy?.type ?? "RollingUpdate",
        problem: managedBy(place, found.metadata) ?? partlyUpdated(found),
        rollout: statefulSetRollout(found),
      };
    }
    case "InferenceService":
      return await readInferenceService(api, place, signal);
  }
}

async function readInferenceService(
  api: KubeApi,
  place: WorkloadPlace,
  signal: AbortSignal,
): Promise<ReadWorkload> {
  const found = await api.get(pathOf(place), "get inferenceservices", readFlagService, signal);
  // Labels of kserve/kserve, pkg/controller/v1beta1/inferenceservice/components/predictor.go at aaac4e29.
  const selector = {
    "serving.kserve.io/inferenceservice": place.name,
    component: "predictor",
  };
  const labelSelector = Object.entries(selector)
    .map((pair) => pair.join("="))
    .join(",");
  const deployments = collectionOf({ ...place, owner: "Deployment" });
  const { items } = await api.list(deployments, "list deployments", readDeployment, {
    signal,
    labelSelector,
  });
  return {
    containers: found.containers,
    selector,
    replicas: found.replicas,
    strategy: serviceStrategy(found, items),
    problem: found.problem,
    rollout: serviceRollout(found, items),
  };
}

/** A change of what another object's controller made would be undone. */
function managedBy({ owner, namespace, name }: WorkloadPlace, metadata: Metadata): string | null {
  const above = findController(metadata);
  if (!above) return null;
  const advice = above.kind === "InferenceService" ? " Choose the InferenceService instead." : "";
  return `The ${owner} ${namespace}/${name} belongs to the ${above.kind} ${above.name}, whose controller would undo a change.${advice}`;
}

/** Why a StatefulSet would keep pods with the former flags. */
function partlyUpdated({ spec }: StatefulSet): string | null {
  const { type, rollingUpdate } = spec?.updateStrategy ?? {};
  if (type === "OnDelete")
    return "Its update strategy is OnDelete: pods get new flags only when someone deletes them. Set it to RollingUpdate.";
  const partition = rollingUpdate?.partition ?? 0;
  return partition > 0
    ? `Its update strategy has the partition ${partition}: pods below it keep their flags. Set it to 0.`
    : null;
}

/** What a comparison does in the cluster. */
export function rightsFor(place: WorkloadPlace): Right[] {
  const { group, plural: resource } = resourceOf(place);
  const core = { group: "" };
  return [
    { verb: "get", group, resource },
    { verb: "patch", group, resource },
    ...(place.owner === "InferenceService"
      ? [{ verb: "list", group: "apps", resource: "deployments" }]
      : []),
    { ...core, verb: "list", resource: "pods" },
    { ...core, verb: "get", resource: "pods/log" },
    { ...core, verb: "create", resource: "pods/portforward" },
    ...(place.owner === "StatefulSet" ? [{ ...core, verb: "delete", resource: "pods" }] : []),
  ];
}
