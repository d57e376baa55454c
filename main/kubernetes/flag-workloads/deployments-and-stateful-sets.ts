import type { WorkloadContainer } from "../../launch-flags/index.ts";
import { count, fields, labels, list, type Reader, text } from "../fields.ts";
import type { Condition, Metadata } from "../objects.ts";
import { readObject } from "../read-objects.ts";
import { readContainer } from "./pod-containers.ts";

type Counted = Metadata & { readonly generation?: number };

/** Of apps/v1's Deployment, what is read. */
export interface Deployment {
  readonly metadata: Counted;
  readonly selector: Readonly<Record<string, string>>;
  readonly containers: readonly WorkloadContainer[];
  readonly spec?: { readonly replicas?: number; readonly strategy?: { readonly type?: string } };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly conditions?: readonly Condition[];
  };
}

/** Of apps/v1's StatefulSet, what is read. */
export interface StatefulSet extends Pick<Deployment, "metadata" | "selector" | "containers"> {
  readonly spec?: {
    readonly replicas?: number;
    readonly podManagementPolicy?: string;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly partition?: number };
    };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly readyReplicas?: number;
    readonly updatedReplicas?: number;
    readonly currentRevision?: string;
    readonly updateRevision?: string;
  };
}

const template = {
  selector: fields({ matchLabels: labels }),
  template: fields({
    spec: fields({ containers: (value) => (Array.isArray(value) ? value : undefined) }),
  }),
};

const deploymentSpec = fields({ replicas: count, strategy: fields({ type: text }) });
const deploymentStatus = fields({
  observedGeneration: count,
  replicas: count,
  updatedReplicas: count,
  availableReplicas: count,
  conditions: list(
    fields({ type: text, status: text, reason: text, message: text }, "type", "status"),
  ),
});

const statefulSetSpec = fields({
  replicas: count,
  podManagementPolicy: text,
  updateStrategy: fields({ type: text, rollingUpdate: fields({ partition: count }) }),
});
const statefulSetStatus = fields({
  observedGeneration: count,
  readyReplicas: count,
  updatedReplicas: count,
  currentRevision: text,
  updateRevision: text,
});

export const readDeployment: Reader<Deployment> = withTemplate(deploymentSpec, deploymentStatus);
export const readStatefulSet: Reader<StatefulSet> = withTemplate(
  statefulSetSpec,
  statefulSetStatus,
);

/** An object with a pod template, and of its specification and status what these readers take. */
function withTemplate<S, T>(spec: Reader<S>, status: Reader<T>) {
  const shape = fields({
    metadata: fields({ generation: count }),
    spec: fields(template),
  });
  const rest = fields({ spec, status });
  return (
    value: unknown,
  ):
    | (Pick<Deployment, "metadata" | "selector" | "containers"> & { spec?: S; status?: T })
    | undefined => {
    const object = readObject(value);
    const found = shape(value);
    const own = rest(value);
    if (!object || !found || !own) return undefined;
    const generation = found.metadata?.generation;
    return {
      metadata: { ...object.metadata, ...(generation !== undefined && { generation }) },
      selector: found.spec?.selector?.matchLabels ?? {},
      containers: (found.spec?.template?.spec?.containers ?? []).flatMap(readContainer),
      ...(own as { spec?: S; status?: T }),
    };
  };
}
