import type { InferRequest, InputTensor } from "../../types.ts";
import type { OutputFormat } from "./infer-response.ts";

/** An input with binary data, as its JSON describes it. */
export type BinaryInput = Omit<InputTensor, "segments" | "sharedMemory">;

/** A request's JSON, parsed and checked. */
export interface KnownRequest {
  readonly fields: Pick<InferRequest, "id" | "parameters" | "outputs">;
  readonly inputs: readonly BinaryInput[];
  readonly format: OutputFormat;
}

/** Requests kept per path, since clients repeat the same JSON with other data. */
const MAX_KNOWN = 8;
const MAX_BYTES = 4096;

/**
 * Keyed by a path's captures: the router returns the same array for the same path while it is
 * cached.
 */
const known = new WeakMap<object, { readonly json: Buffer; readonly request: KnownRequest }[]>();

/** The request parsed from exactly these bytes, if it was kept. */
export function knownRequest(path: object, json: Buffer): KnownRequest | undefined {
  return known.get(path)?.find((kept) => kept.json.equals(json))?.request;
}

/** Keeps the request that `json` was parsed to. */
export function keepRequest(path: object, json: Buffer, request: KnownRequest): void {
  if (json.byteLength > MAX_BYTES) return;
  const kept = known.get(path) ?? [];
  known.set(path, kept);
  kept.unshift({ json: Buffer.from(json), request });
  if (kept.length > MAX_KNOWN) kept.pop();
}
