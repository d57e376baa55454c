import { expect, it } from "vitest";
import type { BatchEvent } from "../../../engine/types.ts";
import type { BatchSink } from "../../servers/index.ts";
import { SingleBatches } from "./single-batches.ts";

const event = (ms: number, failed = false) =>
  ({
    items: 4,
    computeInputNs: 0,
    computeInferNs: ms * 1e6,
    computeOutputNs: 0,
    failed,
  }) as BatchEvent;

it("[SEARCH-23] collects the later half of the batches until it is disposed", () => {
  const sinks: BatchSink[] = [];
  let disposed = 0;
  const singles = new SingleBatches((sink) => {
    sinks.push(sink);
    return { [Symbol.dispose]: () => void (disposed += 1) };
  });
  sinks[0]?.batches([event(9), event(8), event(2, true)], 0);
  sinks[0]?.batches([event(1), event(2)], 0);
  singles[Symbol.dispose]();
  singles[Symbol.dispose]();
  expect(disposed).toBe(1);
  expect(singles.warm).toEqual([
    { size: 4, ns: 1e6 },
    { size: 4, ns: 2e6 },
  ]);
});

it("[SEARCH-23] is empty on a server that doesn't report batches", () => {
  using singles = new SingleBatches(undefined);
  expect(singles.warm).toEqual([]);
});
