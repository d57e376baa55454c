import { type Exposition, sumSamples } from "../exposition/index.ts";

type Fact = [name: string, value: string];

/** What the metrics report about a model besides its figures. */
export function readFacts(exposition: Exposition, model: string): Fact[] {
  const own = (name: string) => exposition.labelled(name, "model_name", model);
  const engines = new Set(
    own("vllm:num_requests_running").map(({ labels }) => labels.engine ?? "0"),
  );
  if (engines.size === 0) return [];
  return [
    ...(engines.size > 1 ? [["Engines", String(engines.size)] as Fact] : []),
    ...byLabel("Waiting", own("vllm:num_requests_waiting_by_reason"), "reason"),
    ...byLabel("Finished since its start", own("vllm:request_success"), "finished_reason"),
    ...byLabel("Prompt tokens by source", own("vllm:prompt_tokens_by_source"), "source"),
    ...blockHitRate(own("vllm:gpu_prefix_cache_hit_rate")),
    ...cacheFacts(exposition),
  ];
}

/** False if vLLM reports prefix caching as off; null if it doesn't say. */
export function prefixCaching(exposition: Exposition): boolean | null {
  const said = cacheConfig(exposition)?.enable_prefix_caching?.toLowerCase();
  return said === "true" ? true : said === "false" ? false : null;
}

/** Whether every engine is asleep, its weights off the GPU. */
export function asleep(exposition: Exposition): boolean {
  const awake = (exposition.find(["vllm:engine_sleep_state"])?.samples ?? []).filter(
    ({ labels }) => labels.sleep_state === "awake",
  );
  return awake.length > 0 && awake.every(({ value }) => value === 0);
}

type Samples = NonNullable<ReturnType<Exposition["find"]>>["samples"];

function byLabel(name: string, samples: Samples, label: string): Fact[] {
  const counts = [...Map.groupBy(samples, ({ labels }) => labels[label] ?? "")]
    .map(([value, own]) => [value, sumSamples(own)] as const)
    .filter(([, count]) => count > 0);
  if (counts.length === 0) return [];
  return [[name, counts.map(([value, count]) => `${value} ${count}`).join(", ")]];
}

/** From the engine before V1: share of blocks over its recent lookups. It is no counter, hence no figure. */
function blockHitRate(samples: Samples): Fact[] {
  const rate = samples[0]?.value ?? -1;
  return rate < 0 ? [] : [["Prefix-cache hits by block, recent", `${(rate * 100).toFixed(1)} %`]];
}

const CACHE_FACTS: readonly (readonly [label: string, name: string])[] = [
  ["num_gpu_blocks", "KV-cache blocks"],
  ["block_size", "Tokens per block"],
  ["kv_cache_size_tokens", "KV-cache tokens"],
  ["cache_dtype", "KV-cache type"],
  ["gpu_memory_utilization", "Share of GPU memory it may use"],
  ["enable_prefix_caching", "Prefix caching"],
];

function cacheFacts(exposition: Exposition): Fact[] {
  const config = cacheConfig(exposition);
  return CACHE_FACTS.flatMap(([label, name]) => {
    const value = config?.[label];
    return value === undefined || value === "" || value === "None" ? [] : [[name, value] as Fact];
  });
}

function cacheConfig(exposition: Exposition): Readonly<Record<string, string>> | undefined {
  return exposition.find(["vllm:cache_config_info"])?.samples[0]?.labels;
}
