import { StatusError } from "../../../base/status-error.ts";
import type { DeploymentContainer } from "../../launch-flags/index.ts";
import { count, fields, labels, list, type Reader, text } from "../fields.ts";
import type { Condition, Metadata } from "../objects.ts";
import { readObject } from "../read-objects.ts";

/** Of apps/v1's Deployment, what is read. */
export interface Deployment {
  readonly metadata: Metadata & { readonly generation?: number };
  readonly selector: Readonly<Record<string, string>>;
  readonly containers: readonly DeploymentContainer[];
  readonly spec?: { readonly replicas?: number; readonly strategy?: { readonly type?: string } };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly conditions?: readonly Condition[];
  };
}

/** A longer list of arguments is not changed. */
const MAX_WORDS = 1000;
const MAX_WORD = 32 * 1024;

const strategy = fields({ type: text });
const shape = fields({
  metadata: fields({ generation: count }),
  spec: fields({
    replicas: count,
    strategy,
    selector: fields({ matchLabels: labels }),
    template: fields({
      spec: fields({ containers: (value) => (Array.isArray(value) ? value : undefined) }),
    }),
  }),
  status: fields({
    observedGeneration: count,
    replicas: count,
    updatedReplicas: count,
    availableReplicas: count,
    conditions: list(
      fields({ type: text, status: text, reason: text, message: text }, "type", "status"),
    ),
  }),
});

/** Command and arguments are read exactly or not at all, since they are written back. */
export const readDeployment: Reader<Deployment> = (value) => {
  const object = readObject(value);
  const found = shape(value);
  if (!object || !found) return undefined;
  const { metadata, spec, status } = found;
  return {
    metadata: {
      ...object.metadata,
      ...(metadata?.generation !== undefined && { generation: metadata.generation }),
    },
    selector: spec?.selector?.matchLabels ?? {},
    containers: (spec?.template?.spec?.containers ?? []).flatMap(readContainer),
    ...(spec && { spec }),
    ...(status && { status }),
  };
};

function readContainer(value: unknown): DeploymentContainer[] {
  const { name, command, args } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string") return [];
  return [{ name, command: readArguments(name, command), args: readArguments(name, args) }];
}

function readArguments(container: string, value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null;
  const isExact =
    Array.isArray(value) &&
    value.length <= MAX_WORDS &&
    value.every((each) => typeof each === "string" && each.length <= MAX_WORD);
  if (isExact) return value as string[];
  throw new StatusError(
    "FAILED_PRECONDITION",
    `The arguments of the container '${container}' can't be read exactly, so they are not changed.`,
  );
}
