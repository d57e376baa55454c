import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { ObservedModel } from "../../../contract/index.ts";
import type { Observation } from "../../observation.ts";
import { fetchAdmitted, fetchAnswer, Probe } from "../probe/index.ts";
import { entries, optional } from "../lenient.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "../kind.ts";
import { requireHttp, withoutMetrics } from "../openai/index.ts";

const listSchema = <T extends z.ZodType>(schema: T) =>
  z.object({
    models: entries(schema)
      .nullable()
      .transform((given) => given ?? []),
  });

const NAME = "Ollama";
const NO_METRICS =
  "Ollama exports no metrics: it reports which models are loaded, and nothing of requests. Measure it with the lab.";

const versionAnswer = z.object({ version: z.string() });
const details = z.object({
  parameter_size: optional(z.string()),
  quantization_level: optional(z.string()),
});
const tags = listSchema(
  z.object({ name: z.string(), details: optional(details), remote_host: optional(z.string()) }),
);
const loadedModels = listSchema(
  z.object({
    name: z.string(),
    size: optional(z.number()),
    size_vram: optional(z.number()),
    context_length: optional(z.number()),
    expires_at: optional(z.string()),
  }),
);
type Loaded = z.infer<typeof loadedModels>["models"][number];

/** Ollama (SPEC.md: OLLAMA-1 to OLLAMA-4). */
export const ollama: ObservedKind = {
  kind: "ollama",
  name: NAME,
  capabilities: ["chat"],
  recognise,
  observe,
};

async function recognise(
  { http }: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const probe = new Probe(asked, signal);
  const version = await probe.get(
    http,
    "/api/version",
    ({ json }) => versionAnswer.safeParse(json).data?.version ?? null,
  );
  const lists =
    version === null
      ? null
      : await probe.get(http, "/api/tags", ({ json }) =>
          tags.safeParse(json).success ? true : null,
        );
  probe.end();
  return lists && { version };
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [listed, running] = await Promise.all([
    fetchAdmitted(http, "/api/tags", signal),
    fetchAnswer(http, "/api/ps", signal),
  ]);
  const models = tags.safeParse(listed.json).data?.models;
  if (!models)
    throw new StatusError(
      "UNAVAILABLE",
      `Ollama does not list its models: ${http.url}/api/tags answers with status ${listed.status} and no list of models.`,
    );
  const loaded = loadedModels.safeParse(running.json).data?.models ?? null;
  return {
    incarnation: null,
    models: models.map(({ name, details: about, remote_host: host }): ObservedModel => {
      const facts: [string, string][] = [];
      if (about?.parameter_size) facts.push(["Parameters", about.parameter_size]);
      if (about?.quantization_level) facts.push(["Quantization", about.quantization_level]);
      if (host) facts.push(["Runs at", host]);
      else if (loaded) facts.push(...residence(loaded.find((each) => each.name === name)));
      return { name, versions: [], state: "ready", reason: null, facts };
    }),
    figures: withoutMetrics(NO_METRICS),
    exposition: null,
  };
}

const GIB = 1024 ** 3;

/** Whether it is in memory. Ollama loads a model with its first request and unloads it when idle. */
function residence(loaded: Loaded | undefined): [string, string][] {
  if (!loaded) return [["Loaded", "no: the first request loads it"]];
  const { size, size_vram: onGpu, context_length: context, expires_at: expires } = loaded;
  const facts: [string, string][] = [["Loaded", expires ? `until ${expires}` : "yes"]];
  if (size)
    facts.push([
      "Memory",
      `${(size / GIB).toFixed(1)} GiB, ${Math.round(((onGpu ?? 0) / size) * 100)} % on GPUs`,
    ]);
  if (context) facts.push(["Context", `${context} tokens`]);
  return facts;
}
