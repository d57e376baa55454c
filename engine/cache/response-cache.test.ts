import { describe, expect, it } from "vitest";
import { modelIo } from "../requests/model-io.ts";
import { normalizeRequest } from "../requests/normalize.ts";
import { modelConfig } from "../testing/model-config.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import type { InferRequest, OutputTensor } from "../types.ts";
import { type CacheKey, cacheKeyMaker } from "./cache-key.ts";
import { ResponseCache } from "./response-cache.ts";

const io = modelIo(modelConfig({}));
const makeKey = await cacheKeyMaker();

function key(request: Partial<InferRequest>, owner = "load-1"): CacheKey {
  return makeKey(owner, normalizeRequest(io, inferRequest(request)));
}

const input = (...values: number[]) => ({ inputs: [floats("INPUT0", [1, values.length], values)] });

const answer = (...values: number[]): OutputTensor[] => [
  {
    name: "OUTPUT0",
    datatype: "FP32",
    shape: [1, values.length],
    data: new Uint8Array(new Float32Array(values).buffer),
  },
];

function cache(capacity: number): ResponseCache {
  return new ResponseCache(capacity);
}

describe("the response cache", () => {
  it("[CACHE-1] answers an equal request with an equal response, however its bytes are split", () => {
    const responses = cache(1 << 20);
    expect(responses.lookup(key(input(1, 2)))).toBeUndefined();
    responses.insert(key(input(1, 2)), answer(7));
    const whole = floats("INPUT0", [1, 2], [1, 2]);
    const [data = new Uint8Array()] = whole.segments;
    const cut = { ...whole, segments: [data.subarray(0, 3), data.subarray(3)] };
    expect(responses.lookup(key({ inputs: [cut] }))).toEqual(answer(7));
  });

  it.each([
    ["bytes", key(input(1, 3))],
    ["shape", key({ inputs: [floats("INPUT0", [2, 1], [1, 2])] })],
    [
      "requested outputs",
      key({ ...input(1, 2), outputs: [{ name: "OUTPUT0", classification: 0 }] }),
    ],
    ["load of the model", key(input(1, 2), "load-2")],
  ])("[CACHE-1] distinguishes requests with other %s", (_, other) => {
    const responses = cache(1 << 20);
    responses.insert(key(input(1, 2)), answer(7));
    expect(responses.lookup(other)).toBeUndefined();
  });

  it("[CACHE-2] verifies a hit against the bytes: an equal hash is not enough", () => {
    const responses = cache(1 << 20);
    const stored = key(input(1, 2));
    responses.insert(stored, answer(7));
    const colliding = { ...key(input(3, 4)), hash: stored.hash };
    expect(responses.lookup(colliding)).toBeUndefined();
    responses.insert(colliding, answer(8));
    expect(responses.lookup(colliding)).toEqual(answer(8));
    expect(responses.lookup(stored)).toEqual(answer(7));
  });

  it("[CACHE-3] stays within its budget and evicts the least recently used entry first", () => {
    const responses = cache(4000);
    responses.insert(key(input(1)), answer(1));
    responses.insert(key(input(2)), answer(2));
    responses.lookup(key(input(1)));
    responses.insert(key(input(3)), answer(3));
    responses.insert(key(input(4)), answer(4));
    const { usedBytes, capacityBytes, evictions, entries } = responses.telemetry();
    expect(usedBytes).toBeLessThanOrEqual(capacityBytes);
    expect({ evictions, entries }).toEqual({ evictions: 1, entries: 3 });
    expect(responses.lookup(key(input(2)))).toBeUndefined();
    expect(responses.lookup(key(input(1)))).toEqual(answer(1));
  });

  it("[CACHE-12] doesn't store an entry larger than the cache, and evicts nothing for it", () => {
    const responses = cache(4000);
    responses.insert(key(input(1)), answer(1));
    responses.insert(key(input(2)), answer(...Array.from({ length: 2000 }, () => 0)));
    expect(responses.telemetry()).toMatchObject({ entries: 1, evictions: 0 });
  });

  it("[CACHE-13] stores copies: later changes of the request's and response's memory have no effect", () => {
    const responses = cache(1 << 20);
    const request = input(1, 2);
    const response = answer(7);
    responses.insert(key(request), response);
    response[0]?.data.fill(0);
    expect(responses.lookup(key(request))).toEqual(answer(7));
    request.inputs[0]?.segments[0]?.fill(0);
    expect(responses.lookup(key(input(1, 2)))).toEqual(answer(7));
  });

  it("[CACHE-2] entries with the same hash are evicted one by one", () => {
    const responses = cache(4000);
    const keys = [1, 2, 3, 4].map((value) => ({ ...key(input(value)), hash: 7 }));
    keys.forEach((each, i) => responses.insert(each, answer(i)));
    const kept = keys.map((each) => responses.lookup(each) !== undefined);
    expect(kept).toEqual([false, true, true, true]);
    expect(responses.telemetry()).toMatchObject({ entries: 3, evictions: 1 });
    responses.forget("load-1");
    expect(responses.telemetry()).toMatchObject({ entries: 0, usedBytes: 0, evictions: 1 });
    expect(keys.map((each) => responses.lookup(each))).toEqual(keys.map(() => undefined));
  });

  it("[CACHE-9] removes only the entries of a load that no longer serves", () => {
    const responses = cache(1 << 20);
    responses.insert(key(input(1)), answer(1));
    responses.insert(key(input(1), "load-2"), answer(2));
    responses.forget("load-1");
    expect(responses.lookup(key(input(1)))).toBeUndefined();
    expect(responses.lookup(key(input(1), "load-2"))).toEqual(answer(2));
  });

  it("[CACHE-13] a hit copies nothing", () => {
    const responses = cache(1 << 20);
    responses.insert(key(input(1)), answer(1));
    const [first] = responses.lookup(key(input(1))) ?? [];
    const [again] = responses.lookup(key(input(1))) ?? [];
    expect(again?.data).toBe(first?.data);
  });

  it("[CACHE-6] counts hits, misses and their time", () => {
    const responses = cache(1 << 20);
    responses.countMiss(5);
    responses.countInsertion(20);
    responses.countHit(7);
    expect(responses.telemetry()).toMatchObject({
      lookups: 2,
      hits: 1,
      misses: 1,
      lookupNs: 12,
      insertionNs: 20,
    });
  });
});
