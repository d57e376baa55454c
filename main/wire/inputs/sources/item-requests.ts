import { createHash } from "node:crypto";
import { StatusError } from "../../../../base/status-error.ts";
import type { ElementValue } from "../elements.ts";
import { MAX_REQUEST_BYTES } from "../plan-inputs.ts";
import type { ExpectedOutput, PreparedRequests, RequestSet } from "../request-set.ts";
import { type InputSpec, isBatched } from "../tensor.ts";
import { invalid } from "./invalid.ts";
import type { Item } from "./items.ts";

/**
 * Requests of successive items, cycling until they repeat: N items make N / gcd(N, b) distinct requests of b. Streams
 * (lists of items that belong together) make requests of one item each.
 */
export function itemRequests(
  set: RequestSet,
  items: readonly Item[],
  streams: readonly (readonly number[])[] | null = null,
): PreparedRequests {
  const sequences = streams && chooseSequences(set, streams);
  const groups = streams
    ? streams.slice(0, sequences?.length).flatMap((stream) => stream.map((item) => [item]))
    : groupsInTurn(items.length, set);
  const requests = groups.map((group) => group.map((at) => items[at] as Item));
  const inputs = requests.map((request) => requestInputs(set, request));
  checkBytes(requests);
  const expected = set.checkOutputs
    ? requests.map((request) => expectedOutputs(set, request))
    : null;
  return {
    count: requests.length,
    different: countDifferent(requests),
    inputsFor: (request) => inputs[request] as readonly InputSpec[],
    contentsFor: (request) => {
      const parts = requests[request] as readonly Item[];
      return (inputs[request] as readonly InputSpec[]).map(({ name }) =>
        joined(parts.map((item) => item.inputs.get(name)?.data as Uint8Array)),
      );
    },
    expectedFor: (request) => expected?.[request] ?? null,
    sequences,
  };
}

/** Requests of as many whole streams as `distinctInputs` allows, at least one; by number. */
function chooseSequences(
  { batchSize, distinctInputs }: RequestSet,
  streams: readonly (readonly number[])[],
): number[][] {
  if (batchSize !== 1) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `batchSize is ${batchSize}, but the input data holds streams, whose requests hold one item; use 1.`,
    );
  }
  const sequences: number[][] = [];
  let count = 0;
  for (const stream of streams) {
    if (sequences.length > 0 && count + stream.length > distinctInputs) break;
    sequences.push(stream.map((_, i) => count + i));
    count += stream.length;
  }
  return sequences;
}

function groupsInTurn(items: number, { batchSize, distinctInputs }: RequestSet): number[][] {
  const count = Math.min(distinctInputs, items / greatestCommonDivisor(items, batchSize));
  return Array.from({ length: count }, (_, request) =>
    Array.from({ length: batchSize }, (_, k) => (request * batchSize + k) % items),
  );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The set's inputs with the shapes of the items, which must agree. */
function requestInputs({ inputs, batchSize }: RequestSet, request: readonly Item[]): InputSpec[] {
  const [first, ...others] = request as [Item, ...Item[]];
  return inputs.flatMap((input) => {
    const shape = first.inputs.get(input.name)?.shape;
    for (const other of others) {
      const theirs = other.inputs.get(input.name)?.shape;
      if (theirs?.join() === shape?.join()) continue;
      const shown = (dims: readonly number[] | undefined) =>
        dims ? `[${dims.join(",")}]` : "none";
      throw invalid(
        other.place,
        `input '${input.name}' has the shape ${shown(theirs)}, and with ${shown(shape)} in the same batch, ${first.place}; items of a batch have one shape.`,
      );
    }
    if (!shape) return [];
    return [{ ...input, shape: isBatched(input, batchSize) ? [batchSize, ...shape] : shape }];
  });
}

function expectedOutputs(set: RequestSet, request: readonly Item[]): ExpectedOutput[] {
  const [first] = request as [Item, ...Item[]];
  const batched = set.inputs[0] ? isBatched(set.inputs[0], set.batchSize) : false;
  return (first.expected ?? []).map(({ name, shape }) => {
    const contents = request.map((item) => {
      const output = item.expected?.find((each) => each.name === name);
      if (output && output.shape?.join() === shape?.join()) return output.content;
      throw invalid(
        item.place,
        `output '${name}' is missing or has another shape than in ${first.place}.`,
      );
    });
    return {
      name,
      shape: shape && batched ? [set.batchSize, ...shape] : shape,
      content: joinedContent(first.place, name, contents),
    };
  });
}

function joinedContent(
  place: string,
  name: string,
  contents: readonly ExpectedOutput["content"][],
): ExpectedOutput["content"] {
  const bytes = contents.filter((each) => "fixed" in each);
  const lists = contents.filter((each) => Array.isArray(each));
  if (bytes.length === 0) return lists.flat() as ElementValue[];
  if (lists.length === 0) {
    return {
      texts: joined(bytes.map(({ texts }) => texts)),
      fixed: joined(bytes.map(({ fixed }) => fixed)),
    };
  }
  throw invalid(place, `output '${name}' is a list in one item of the batch and bytes in another.`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

function checkBytes(requests: readonly (readonly Item[])[]): void {
  let bytes = 0;
  for (const request of requests) {
    for (const { inputs } of request)
      for (const { data } of inputs.values()) bytes += data.byteLength;
  }
  if (bytes <= MAX_REQUEST_BYTES) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `The ${requests.length} requests take ${bytes} bytes together, more than the ${MAX_REQUEST_BYTES} that a run may hold; use fewer distinctInputs.`,
  );
}

function countDifferent(requests: readonly (readonly Item[])[]): number {
  const digests = new Map<Item, string>();
  const digest = (item: Item) => {
    const known = digests.get(item) ?? hashItem(item);
    digests.set(item, known);
    return known;
  };
  return new Set(requests.map((request) => request.map(digest).join())).size;
}

function hashItem({ inputs }: Item): string {
  const hash = createHash("sha1");
  for (const [name, { shape, data }] of inputs)
    hash.update(`${name}:${shape.join()};`).update(data);
  return hash.digest("base64");
}
