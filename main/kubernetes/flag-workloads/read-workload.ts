import { StatusError } from "../../../base/status-error.ts";
import { isKserves, type WorkloadPlace, type WorkloadState } from "../../launch-flags/index.ts";
import type { KubeApi } from "../access/api.ts";
import { llmServiceLabels } from "../discovery/kserve-service.ts";
import { findController } from "../discovery/owners.ts";
import type { Metadata } from "../objects.ts";
import { readFlagService, serviceRollout, serviceStrategy } from "./inference-service.ts";
import { readLlmService } from "./llm-inference-service.ts";
import {
  type Deployment,
  readDeployment,
  readStatefulSet,
  type StatefulSet,
} from "./deployments-and-stateful-sets.ts";
import type { Right } from "./rights.ts";
import { deploymentRollout, deploymentsRollout, statefulSetRollout } from "./rollout-status.ts";

/** A workload and the labels of its pods. */
interface ReadWorkload extends WorkloadState {
  readonly selector: Readonly<Record<string, string>>;
}

/** The newest version first. */
const RESOURCES = {
  Deployment: { group: "apps", versions: ["v1"], plural: "deployments" },
  StatefulSet: { group: "apps", versions: ["v1"], plural: "statefulsets" },
  InferenceService: {
    group: "serving.kserve.io",
    versions: ["v1beta1"],
    plural: "inferenceservices",
  },
  LLMInferenceService: {
    group: "serving.kserve.io",
    versions: ["v1alpha2", "v1alpha1"],
    plural: "llminferenceservices",
  },
} as const;

export const resourceOf = ({ owner }: WorkloadPlace) => RESOURCES[owner];

/** Calls with the object's path in the newest version of the API that has it. */
export async function withPath<T>(
  place: WorkloadPlace,
  call: (path: string) => Promise<T>,
): Promise<T> {
  const [newest, ...others] = resourceOf(place).versions.map(
    (version) => `${collectionOf(place, version)}/${place.name}`,
  ) as [string, ...string[]];
  let result = call(newest);
  for (const path of others)
    result = result.catch((error: unknown) => {
      if (StatusError.from(error).code === "NOT_FOUND") return call(path);
      throw error;
    });
  return await result;
}

function collectionOf(
  { owner, namespace }: Pick<WorkloadPlace, "owner" | "namespace">,
  version: string,
): string {
  const { group, plural } = RESOURCES[owner];
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
      const found = await withPath(place, (path) => api.get(path, what, readDeployment, signal));
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
      const found = await withPath(place, (path) => api.get(path, what, readStatefulSet, signal));
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
    case "LLMInferenceService":
      return await readLlmInferenceService(api, place, signal);
  }
}

async function readInferenceService(
  api: KubeApi,
  place: WorkloadPlace,
  signal: AbortSignal,
): Promise<ReadWorkload> {
  const found = await withPath(place, (path) =>
    api.get(path, "get inferenceservices", readFlagService, signal),
  );
  // Labels of kserve/kserve, pkg/controller/v1beta1/inferenceservice/components/predictor.go at aaac4e29.
  const selector = {
    "serving.kserve.io/inferenceservice": place.name,
    component: "predictor",
  };
  const deployments = await listDeployments(api, place, selector, signal);
  return {
    containers: found.containers,
    selector,
    replicas: found.replicas,
    strategy: serviceStrategy(found, deployments),
    problem: found.problem,
    rollout: serviceRollout(found, deployments),
  };
}

async function readLlmInferenceService(
  api: KubeApi,
  place: WorkloadPlace,
  signal: AbortSignal,
): Promise<ReadWorkload> {
  const found = await withPath(place, (path) =>
    api.get(path, "get llminferenceservices", readLlmService, signal),
  );
  const selector = llmServiceLabels(place.name);
  const deployments = await listDeployments(api, place, selector, signal);
  const made = deployments[0]?.containers ?? [];
  return {
    containers: found.containers.map((each) => {
      const merged = made.find(({ name }) => name === each.name);
      return merged ? { ...each, merged } : each;
    }),
    selector,
    replicas: found.replicas,
    strategy: deployments[0]?.spec?.strategy?.type ?? "RollingUpdate",
    problem: found.problem,
    rollout: deploymentsRollout(deployments),
  };
}

/** As the API server takes labels; "" without any, which would select everything. */
export function labelSelector(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map((pair) => pair.join("="))
    .join(",");
}

/** Those that KServe made for a service. */
async function listDeployments(
  api: KubeApi,
  place: WorkloadPlace,
  selector: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly Deployment[]> {
  const path = collectionOf({ ...place, owner: "Deployment" }, "v1");
  const options = { signal, labelSelector: labelSelector(selector) };
  return (await api.list(path, "list deployments", readDeployment, options)).items;
}

/** A change of what another object's controller made would be undone. */
function managedBy({ owner, namespace, name }: WorkloadPlace, metadata: Metadata): string | null {
  const above = findController(metadata);
  if (!above) return null;
  const advice = isKserves(above.kind) ? ` Choose the ${above.kind} instead.` : "";
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
    ...(isKserves(place.owner) ? [{ verb: "list", group: "apps", resource: "deployments" }] : []),
    { ...core, verb: "list", resource: "pods" },
    { ...core, verb: "get", resource: "pods/log" },
    { ...core, verb: "create", resource: "pods/portforward" },
    ...(place.owner === "StatefulSet" ? [{ ...core, verb: "delete", resource: "pods" }] : []),
  ];
}
