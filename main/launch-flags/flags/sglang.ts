import type { LaunchFlag } from "../../contract/index.ts";
import { choice, fraction, number, onOff, text, whole } from "./flag.ts";

/** SPEC.md, LAUNCH-4. */
export const SGLANG_SOURCE = "SGLang 0.5.23: python/sglang/srt/arg_groups/fields";

export const sglangFlags: readonly LaunchFlag[] = [
  whole("--max-running-requests", {
    fallback: "by memory",
    effect: "Most running requests. More raise throughput and the time per token.",
  }),
  fraction("--mem-fraction-static", {
    fallback: "by GPU memory and other flags",
    effect:
      "Share of the GPU's memory for weights and KV cache. Too much fails at start or under load.",
  }),
  number("--chunked-prefill-size", {
    whole: true,
    least: -1,
    fallback: "by GPU memory",
    effect: "Most tokens of a prompt in one step; -1 doesn't split prompts.",
  }),
  whole("--max-prefill-tokens", {
    fallback: "16384",
    effect: "Most tokens in a batch of prompts; the model's context length counts if it is more.",
  }),
  whole("--max-total-tokens", {
    fallback: "by --mem-fraction-static",
    effect: "Most tokens in the KV cache.",
  }),
  choice(
    "--schedule-policy",
    [
      "fcfs",
      "lpm",
      "random",
      "dfs-weight",
      "lof",
      "priority",
      "routing-key",
      "hrrn",
      "shortest-prefill-first",
    ],
    {
      fallback: "fcfs",
      effect: "Order of waiting requests; lpm prefers the longest cached prefix.",
    },
  ),
  number("--schedule-conservativeness", {
    whole: false,
    least: 0,
    fallback: "1.0",
    effect: "More admits fewer requests. Raise it if running requests are retracted often.",
  }),
  whole("--tensor-parallel-size", {
    aliases: ["--tp-size", "--tp"],
    fallback: "1",
    effect: "GPUs that share each layer. They have to be there, and for a pod requested.",
  }),
  whole("--data-parallel-size", {
    aliases: ["--dp-size", "--dp"],
    fallback: "1",
    effect: "Copies of the model that share the requests.",
  }),
  whole("--context-length", {
    fallback: "the model's",
    effect: "Most tokens of a prompt with its response.",
  }),
  whole("--page-size", {
    fallback: "1",
    effect: "Tokens per page of the KV cache; prefixes are shared by whole pages.",
  }),
  text("--kv-cache-dtype", {
    fallback: "auto: the model's",
    effect:
      "Type of the KV cache, such as fp8_e5m2: half the memory per token, with a loss of accuracy.",
  }),
  choice("--radix-eviction-policy", ["lru", "lfu", "slru", "priority", "tlru"], {
    fallback: "lru",
    effect: "Which cached prefixes are dropped first.",
  }),
  onOff("--disable-radix-cache", "", {
    fallback: "off",
    effect: "Turns the prefix cache off.",
  }),
  onOff("--disable-cuda-graph", "", {
    fallback: "off",
    effect: "Runs without CUDA graphs: starts faster, needs less memory, generates slower.",
  }),
  whole("--stream-interval", {
    fallback: "1",
    effect: "Tokens per piece of a stream. More save work and make the stream less smooth.",
  }),
];
