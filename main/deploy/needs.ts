import { type ModelConfig, parseConfig } from "../../engine/config/index.ts";
import type { Deployment, DeployNote } from "../contract/index.ts";
import type { Needs } from "./manifests/deployment.ts";

/** A model's configuration to deploy; null if unavailable. */
export interface DeployedModel {
  readonly name: string;
  readonly text: string | null;
  /** Whether its files are accessible, too. */
  readonly hasFiles: boolean;
}

interface Read extends DeployedModel {
  readonly config: ModelConfig;
}

/** Requirements of the server, and notes for the user. */
export function findNeeds(
  plan: Pick<Deployment, "gpus" | "storage" | "cacheMiB">,
  models: readonly DeployedModel[],
): { needs: Needs; notes: DeployNote[] } {
  const read = models.map((model): Read => ({ ...model, config: parse(model.text) }));
  const python = read.filter(({ config }) => config.backend === "python");
  const cached = read.filter(({ config }) => config.response_cache?.enable === true);
  const notes = [
    ...bucketNote(plan),
    ...placeholderNote(plan),
    ...read.flatMap((model) => listNotes(model, plan.gpus)),
    ...(cached.length > 0 ? [cacheNote(cached, plan.cacheMiB)] : []),
    ...(python.length > 0 ? [pythonNote(python)] : []),
    ...(plan.gpus > 0 && !read.some(({ config }) => wantsGpu(config)) ? [idleGpus()] : []),
  ];
  const cacheBytes = cached.length > 0 ? plan.cacheMiB * 1024 * 1024 : 0;
  return { needs: { cacheBytes, sharedMemory: python.length > 0 }, notes };
}

/** The models that `names` need: themselves and the steps of ensembles, in order and without duplicates. */
export async function withSteps(
  names: readonly string[],
  chooseText: (model: string) => Promise<string | null>,
): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>();
  const waiting = [...names];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (texts.has(name)) continue;
    const text = await chooseText(name);
    texts.set(name, text);
    const steps = parse(text).ensemble_scheduling?.step ?? [];
    waiting.push(...steps.map(({ model_name }) => model_name).filter((step) => step !== ""));
  }
  return texts;
}

function parse(text: string | null): ModelConfig {
  return parseConfig(text ?? "").config;
}

function listNotes({ name, config, text, hasFiles }: Read, gpus: number): DeployNote[] {
  const batcher = config.dynamic_batching;
  const policy = batcher?.default_queue_policy;
  const limited = (policy?.max_queue_size ?? 0) > 0;
  return [
    ...(text === null
      ? [
          warning(
            `${name} has no config.pbtxt; the server completes it from its model file, if it can.`,
          ),
        ]
      : []),
    ...(hasFiles
      ? []
      : [
          warning(
            `This console can't read the model files of ${name}; only its configuration is written. Add its version folders next to it.`,
          ),
        ]),
    ...(wantsGpu(config) && gpus === 0
      ? [
          warning(
            `${name} asks for GPUs (KIND_GPU) and a replica is given none: it would not load.`,
          ),
        ]
      : []),
    ...(batcher && !limited
      ? [
          warning(
            `${name} has a queue without a limit. Under overload it serves clients that have gone, and new replicas come too late; set max_queue_size.`,
          ),
        ]
      : []),
    ...(isBatchable(config) && !batcher && !config.sequence_batching && !config.ensemble_scheduling
      ? [
          info(
            `${name} can batch but has no dynamic batcher: its requests run alone, and it can have no queue limit.`,
          ),
        ]
      : []),
  ];
}

function isBatchable(config: ModelConfig): boolean {
  return (config.max_batch_size ?? 0) > 1;
}

function wantsGpu(config: ModelConfig): boolean {
  return (config.instance_group ?? []).some(({ kind }) => kind === "KIND_GPU");
}

/** The form's initial name (RFC 2606 reserves it for examples). */
function placeholderNote({ storage }: Pick<Deployment, "storage">): DeployNote[] {
  if (storage.kind !== "image" || !storage.image.startsWith("registry.example/")) return [];
  return [
    warning(
      `${storage.image} is a placeholder: give the image of a registry that your cluster reads.`,
    ),
  ];
}

function cacheNote(cached: readonly Read[], mebibytes: number): DeployNote {
  const names = cached.map(({ name }) => name).join(", ");
  return info(
    `Served from the response cache: ${names}. Each replica is started with one of ${mebibytes} MiB of its own (--cache-config), so that the share of hits falls with their number.`,
  );
}

function pythonNote(python: readonly Read[]): DeployNote {
  const names = python.map(({ name }) => name).join(", ");
  return info(
    `${names} run in Python: /dev/shm is as large as a replica's memory allows, and counts towards it. What they import must be in the image.`,
  );
}

/** Triton reads S3's and Azure's credentials from the environment, Google's from a file (docs, model_repository.md). */
function bucketNote({ storage }: Pick<Deployment, "storage">): DeployNote[] {
  if (storage.kind !== "bucket" || !storage.url.startsWith("gs://") || storage.secret === "")
    return [];
  return [
    warning(
      "Triton reads Google's credentials from a file, not from the environment: leave the secret empty and let the pods' service account read the bucket (Workload Identity).",
    ),
  ];
}

function idleGpus(): DeployNote {
  return info(
    "No model asks for GPUs by itself (KIND_GPU); those without instance_group take every GPU there is.",
  );
}

const warning = (text: string): DeployNote => ({ severity: "warning", text });
const info = (text: string): DeployNote => ({ severity: "info", text });
