import xxhash, { type XXHashAPI } from "xxhash-wasm";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { CacheKey } from "./response-cache.ts";

/** Makes keys of requests; loads the hash once. */
export type CacheKeyMaker = (owner: string, request: NormalizedRequest) => CacheKey;

/** `owner` names one load of a model version, so that a reloaded model never answers with old responses. */
export async function cacheKeyMaker(): Promise<CacheKeyMaker> {
  const hasher = await xxhash();
  return (owner, request) => {
    const segments: Uint8Array[] = [];
    let byteLength = 0;
    let text = owner;
    for (const { spec, tensor } of request.inputs) {
      text += `|${spec.name} ${tensor.datatype} ${tensor.shape.join(",")} ${tensor.byteLength}`;
      segments.push(...tensor.segments);
      byteLength += tensor.byteLength;
    }
    text += "|";
    for (const { name, classification } of request.source.outputs) {
      text += ` ${JSON.stringify(name)}:${classification}`;
    }
    return { text, hash: hash(hasher, segments), segments, byteLength };
  };
}

function hash(hasher: XXHashAPI, segments: readonly Uint8Array[]): bigint {
  const [only] = segments;
  if (segments.length === 1 && only) return hasher.h64Raw(only);
  const stream = hasher.create64();
  for (const segment of segments) stream.update(segment);
  return stream.digest();
}
