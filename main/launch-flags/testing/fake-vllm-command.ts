import { fileURLToPath } from "node:url";

/** Starts the program that stands for vLLM; flags are appended. */
export const FAKE_VLLM: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL("./fake-vllm.ts", import.meta.url)),
  "serve",
  "tiny-chat",
];
