import type { InferRequest, InputTensor } from "../../types.ts";
import type { OutputFormat } from "./infer-response.ts";

/** An input whose data is binary: what its JSON says. */
export type BinaryInput = Omit<InputTensor, "segments" | "sharedMemory">;

/** A request's JSON, read and checked. */
export interface KnownRequest {
  readonly fields: Pick<InferRequest, "id" | "parameters" | "outputs">;
  readonly inputs: readonly BinaryInput[];
  readonly format: OutputFormat;
}

/** For each path a few, since clients send the same JSON before other data again and again. */
const MAX_KNOWN = 8;
const MAX_BYTES = 4096;

/** By what a path captured: the router gives the same array for the same path as long as it remembers it. */
const known = new WeakMap<object, { readonly json: Buffer; readonly request: KnownRequest }[]>();

/** The request that exactly these bytes stand for, if one like it was kept. */
export function knownRequest(path: object, json: Buffer): KnownRequest | undefined {
  return known.get(path)?.find((kept) => kept.json.equals(json))?.request;
}

/** Keeps what `json` was read as. */
export function keepRequest(path: object, json: Buffer, request: KnownRequest): void {
  if (json.byteLength > MAX_BYTES) return;
  const kept = known.get(path) ?? [];
  known.set(path, kept);
  kept.unshift({ json: Buffer.from(json), request });
  if (kept.length > MAX_KNOWN) kept.pop();
}
