import type { InferenceSession } from "onnxruntime-node";
import { StatusError } from "../../protocol/status.ts";

/** Where the ONNX Runtime computes. Another provider is one more entry of {@link EXECUTION_PROVIDERS}. */
export interface ExecutionProvider {
  readonly name: string;
  /** The instance_group kind that asks for it. */
  readonly kind: "KIND_CPU" | "KIND_GPU";
  readonly sessionOptions: InferenceSession.SessionOptions;
}

const EXECUTION_PROVIDERS: readonly ExecutionProvider[] = [
  { name: "cpu", kind: "KIND_CPU", sessionOptions: { executionProviders: ["cpu"] } },
];

/** The provider for an instance group; throws INVALID_ARGUMENT when this machine's runtime has none. */
export function chooseProvider(kind: string): ExecutionProvider {
  const wanted = kind === "KIND_AUTO" || kind === "KIND_MODEL" ? "KIND_CPU" : kind;
  const provider = EXECUTION_PROVIDERS.find((candidate) => candidate.kind === wanted);
  if (provider === undefined) {
    const kinds = EXECUTION_PROVIDERS.map((candidate) => candidate.kind).join(", ");
    throw new StatusError(
      "INVALID_ARGUMENT",
      `instance_group kind is ${kind}, but this engine's ONNX Runtime has no provider for it; use one of ${kinds}`,
    );
  }
  return provider;
}
