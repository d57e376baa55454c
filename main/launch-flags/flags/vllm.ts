import type { LaunchFlag } from "../../contract/index.ts";
import { choice, fraction, onOff, text, whole } from "./flag.ts";

/** SPEC.md, LAUNCH-4, has the files that these were read from. */
export const VLLM_SOURCE =
  "vLLM 0.32.0: vllm/config/{cache,scheduler,parallel}.py and vllm/engine/arg_utils.py";

export const vllmFlags: readonly LaunchFlag[] = [
  whole("--max-num-seqs", {
    fallback: "by GPU: 1024 with 70 GiB and more except A100, otherwise 256",
    effect: "Most sequences in one step. More raise throughput and the time per token.",
  }),
  whole("--max-num-batched-tokens", {
    fallback:
      "by GPU: 16384 with 160 GiB and more, 8192 with 70 GiB and more except A100, otherwise 2048",
    effect:
      "Most tokens in one step. More shorten the time to the first token of long prompts and delay running requests.",
  }),
  fraction("--gpu-memory-utilization", {
    aliases: ["--device-memory-utilization"],
    fallback: "0.92 (0.9 in earlier versions)",
    effect: "Share of the GPU's memory for weights and KV cache. Too much fails at start.",
  }),
  onOff("--enable-prefix-caching", "--no-enable-prefix-caching", {
    fallback: "on",
    effect: "Keeps the KV cache of prompts' beginnings for requests that share them.",
  }),
  onOff("--enable-chunked-prefill", "--no-enable-chunked-prefill", {
    fallback: "on where the model supports it",
    effect: "Splits long prompts over several steps, so that running requests go on.",
  }),
  text("--max-model-len", {
    fallback: "the model's",
    effect: "Most tokens of a prompt with its response. Less leaves room for more sequences.",
  }),
  whole("--tensor-parallel-size", {
    aliases: ["-tp"],
    fallback: "1",
    effect: "GPUs that share each layer. They have to be there, and for a pod requested.",
  }),
  whole("--pipeline-parallel-size", {
    aliases: ["-pp"],
    fallback: "1",
    effect: "Groups of GPUs that share the layers one after the other.",
  }),
  whole("--data-parallel-size", {
    aliases: ["-dp"],
    fallback: "1",
    effect: "Copies of the model that share the requests.",
  }),
  whole("--block-size", {
    fallback: "by platform: 16 on most GPUs, 128 on CPUs",
    effect: "Tokens per block of the KV cache; prefixes are shared by whole blocks.",
  }),
  text("--kv-cache-dtype", {
    fallback: "auto: the model's",
    effect:
      "Type of the KV cache, such as fp8: half the memory per token, with a loss of accuracy.",
  }),
  choice("--scheduling-policy", ["fcfs", "priority"], {
    fallback: "fcfs",
    effect: "Order of waiting requests: by arrival, or by the priority that they carry.",
  }),
  onOff("--async-scheduling", "--no-async-scheduling", {
    fallback: "by version",
    effect: "Prepares the next step while the GPU runs the current one.",
  }),
  whole("--stream-interval", {
    fallback: "1",
    effect: "Tokens per piece of a stream. More save work and make the stream less smooth.",
  }),
  onOff("--enforce-eager", "--no-enforce-eager", {
    fallback: "off",
    effect: "Runs without CUDA graphs: starts faster, needs less memory, generates slower.",
  }),
];
