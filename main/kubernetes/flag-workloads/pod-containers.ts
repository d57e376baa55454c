import { StatusError } from "../../../base/status-error.ts";
import {
  type EnvironmentVariable,
  type GpuLimit,
  isSecretName,
  type WorkloadContainer,
} from "../../launch-flags/index.ts";
import { fields, list, text } from "../fields.ts";

/** A longer list of arguments is not changed. */
const MAX_WORDS = 1000;
const MAX_WORD = 32 * 1024;

/** Command and arguments are read exactly or not at all, since they are written back. FAILED_PRECONDITION. */
export function readContainer(value: unknown): WorkloadContainer[] {
  const { name, command, args, env, envFrom, resources } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string") return [];
  return [
    {
      name,
      command: readArguments(name, command),
      args: readArguments(name, args),
      environment: readEnvironment(env),
      environmentSources: readSources(envFrom),
      gpus: readGpus(resources),
    },
  ];
}

const variable = fields(
  {
    name: text,
    value: text,
    valueFrom: fields({
      secretKeyRef: fields({ name: text }),
      configMapKeyRef: fields({ name: text }),
    }),
  },
  "name",
);

/** In a variable that has flags. */
const SECRET_FLAG = /--api[-_]key\b/;

/** Values of secrets are dropped here. */
export function readEnvironment(value: unknown): EnvironmentVariable[] {
  return (list(variable)(value) ?? []).map(({ name, value: plain, valueFrom }) => {
    if (valueFrom?.secretKeyRef) return { name, value: null, source: "a Secret" };
    if (valueFrom?.configMapKeyRef) return { name, value: null, source: "a ConfigMap" };
    if (valueFrom) return { name, value: null, source: "its pod" };
    if (isSecretName(name) || SECRET_FLAG.test(plain ?? ""))
      return { name, value: null, source: "a secret" };
    return { name, value: plain ?? "", source: "" };
  });
}

const reference = fields({ name: text });
const source = fields({ prefix: text, secretRef: reference, configMapRef: reference });

/** "the Secret hf", "the ConfigMap settings with the prefix VLLM_" */
function readSources(value: unknown): string[] {
  return (list(source)(value) ?? []).flatMap(({ prefix, secretRef, configMapRef }) => {
    const kind = secretRef ? "Secret" : "ConfigMap";
    const name = (secretRef ?? configMapRef)?.name;
    if (name === undefined) return [];
    return [`the ${kind} ${name}${prefix ? ` with the prefix ${prefix}` : ""}`];
  });
}

const GPUS = ["nvidia.com/gpu", "amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe"];

/** Extended resources are whole numbers (https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/). */
export function readGpus(resources: unknown): GpuLimit | null {
  const { limits } = (resources ?? {}) as { limits?: unknown };
  for (const [resource, value] of Object.entries(limits ?? {})) {
    const count = typeof value === "string" || typeof value === "number" ? Number(value) : NaN;
    if (GPUS.includes(resource) && Number.isInteger(count)) return { count, resource };
  }
  return null;
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
