import type { KubeObject, Metadata, OwnerReference, Pod } from "../objects.ts";

export interface Owner {
  /** Deployment, StatefulSet, RayService …; Pod without an owner. */
  readonly kind: string;
  readonly name: string;
}

/** The owner of a pod. `replicaSets`: to find the Deployment behind one; without it, it is derived from the pod's hash. */
export function findOwner(pod: Pod, replicaSets: ReadonlyMap<string, KubeObject>): Owner {
  const { metadata } = pod;
  const labels = metadata.labels ?? {};
  const originKind = labels["ray.io/originated-from-crd"];
  const originName = labels["ray.io/originated-from-cr-name"];
  if (originKind && originName) return { kind: originKind, name: originName };
  const owner = findController(metadata);
  if (!owner) return { kind: "Pod", name: metadata.name };
  if (owner.kind !== "ReplicaSet") return { kind: owner.kind, name: owner.name };
  const set = replicaSets.get(`${metadata.namespace ?? ""}/${owner.name}`);
  const above = set && findController(set.metadata);
  if (above) return { kind: above.kind, name: above.name };
  const hash = labels["pod-template-hash"];
  const isDeployments = !set && hash !== undefined && owner.name.endsWith(`-${hash}`);
  return isDeployments
    ? { kind: "Deployment", name: owner.name.slice(0, -hash.length - 1) }
    : { kind: "ReplicaSet", name: owner.name };
}

export function findController({ ownerReferences = [] }: Metadata): OwnerReference | undefined {
  return ownerReferences.find(({ controller }) => controller === true) ?? ownerReferences[0];
}
