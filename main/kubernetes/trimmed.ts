import type { KubeObject, Metadata, Pod } from "./objects.ts";

/** Of a pod what is shown; environments, which may hold secrets, are not among it. */
export function trimmedPod({ metadata, spec, status }: Pod): Pod {
  const containers = spec?.containers?.map(
    ({ name, image, command, args, ports, readinessProbe, livenessProbe, startupProbe }) => ({
      name,
      ...(image !== undefined && { image }),
      ...(command && { command }),
      ...(args && { args }),
      ...(ports && { ports }),
      ...(readinessProbe && { readinessProbe }),
      ...(livenessProbe && { livenessProbe }),
      ...(startupProbe && { startupProbe }),
    }),
  );
  return {
    metadata: trimmedMetadata(metadata),
    spec: {
      ...(spec?.nodeName !== undefined && { nodeName: spec.nodeName }),
      ...(containers && { containers }),
      ...(spec?.initContainers && {
        initContainers: spec.initContainers.map(({ name }) => ({ name })),
      }),
    },
    ...(status && { status }),
  };
}

/** An object without what is long and not shown; an annotation may hold all of it as it was applied. */
export function withoutNotes<T extends KubeObject>(object: T): T {
  return { ...object, metadata: trimmedMetadata(object.metadata) };
}

/** Whose an object is, and nothing else of it. */
export function onlyOwner({ metadata }: KubeObject): KubeObject {
  const { name, namespace, ownerReferences } = metadata;
  return {
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(ownerReferences && { ownerReferences }),
    },
  };
}

function trimmedMetadata(metadata: Metadata): Metadata {
  const {
    managedFields: _,
    annotations: __,
    ...kept
  } = metadata as Metadata & {
    managedFields?: unknown;
  };
  return kept;
}
