import { type Product, startProduct } from "../../testing/product.ts";

/** Ollama as ollama/ollama has it at fb307609: server/routes.go and api/types.go. `empty`: without models. */
export function startOllama({ empty = false } = {}): Promise<Product> {
  return startProduct((method, path) => {
    if (method !== "GET") return undefined;
    switch (path) {
      case "/":
        return { body: "Ollama is running" };
      case "/api/version":
        return { body: { version: "0.12.3" } };
      case "/api/tags":
        return { body: { models: empty ? [] : MODELS } };
      case "/api/ps":
        return { body: { models: empty ? [] : [LOADED] } };
      case "/v1/models":
        return { body: { object: "list", data: empty ? null : LISTED } };
      default:
        return undefined;
    }
  }, "404 page not found");
}

const details = {
  parent_model: "",
  format: "gguf",
  family: "llama",
  families: ["llama"],
  parameter_size: "8.0B",
  quantization_level: "Q4_K_M",
};
const digest = "365c0bd3c000a25d28ddbf732fe1c6add414de7275464c4e4d1c3b5fcb5d8ad1";
const NAMES = ["llama3.1:latest", "qwen3:8b"];

const MODELS = [
  ...NAMES.map((name) => ({
    name,
    model: name,
    modified_at: "2026-08-20T10:00:00Z",
    size: 4_920_753_328,
    digest,
    details,
  })),
  {
    name: "gpt-oss:120b-cloud",
    model: "gpt-oss:120b-cloud",
    remote_model: "gpt-oss:120b",
    remote_host: "https://ollama.com:443",
    modified_at: "2026-08-20T10:00:00Z",
    size: 384,
    digest,
    details: { ...details, parameter_size: "116.8B", quantization_level: "MXFP4" },
  },
];

const LOADED = {
  name: "llama3.1:latest",
  model: "llama3.1:latest",
  size: 6_442_450_944,
  digest,
  details,
  expires_at: "2026-08-21T10:05:00Z",
  size_vram: 3_221_225_472,
  context_length: 4096,
};

const LISTED = NAMES.map((id) => ({
  id,
  object: "model",
  created: 1_787_220_000,
  owned_by: "library",
}));
