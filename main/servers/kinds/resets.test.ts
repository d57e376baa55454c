import { expect, it } from "vitest";
import { computeDelta, toFigures } from "../../telemetry/index.ts";
import type { ObservedKind } from "./kind.ts";
import { sglang } from "./sglang/index.ts";
import { startSglang } from "./sglang/testing/sglang.ts";
import { tgi } from "./tgi/index.ts";
import { startTgi } from "./tgi/testing/tgi.ts";
import { trtllm } from "./trtllm/index.ts";
import { startTrtllm } from "./trtllm/testing/trtllm.ts";
import { mlserver } from "./mlserver/index.ts";
import { startMlserver } from "./mlserver/testing/mlserver.ts";
import { openvino } from "./openvino/index.ts";
import { startOpenvino } from "./openvino/testing/openvino.ts";
import { rayServe } from "./ray-serve/index.ts";
import { startRayServe } from "./ray-serve/testing/ray-serve.ts";
import { tensorflowServing } from "./tensorflow-serving/index.ts";
import { startTensorflowServing } from "./tensorflow-serving/testing/tensorflow-serving.ts";
import type { Product } from "./testing/product.ts";

type Start = (options: { metrics?: string }) => Promise<Product>;

const KINDS: readonly { readonly kind: ObservedKind; readonly start: Start }[] = [
  { kind: tensorflowServing, start: startTensorflowServing },
  { kind: openvino, start: startOpenvino },
  { kind: mlserver, start: startMlserver },
  { kind: sglang, start: startSglang },
  { kind: tgi, start: startTgi },
  { kind: trtllm, start: startTrtllm },
  { kind: rayServe, start: startRayServe },
];

async function observed(kind: ObservedKind, start: Start, metrics?: string) {
  await using server = await start(metrics === undefined ? {} : { metrics });
  return await kind.observe(server.reach);
}

/** All samples times `factor`, except the start time of the process. */
const times = (text: string, factor: number) =>
  text.replace(/^(?!process_start)(\S+) (\S+)$/gm, (_, name, value) => `${name} ${value * factor}`);

it.each(KINDS)(
  "counters of $kind.name become rates, and none is negative when they are reset",
  async ({ kind, start }) => {
    const before = await observed(kind, start);
    const text = before.exposition ?? "";
    const grown = computeDelta(before, await observed(kind, start, times(text, 2)), 10);
    const requests = toFigures(grown).filter(({ figure }) => figure === "requestsPerSecond");
    expect(requests.length).toBeGreaterThan(0);
    for (const { value } of requests) expect(value).toBeGreaterThan(0);

    const afterReset = computeDelta(before, await observed(kind, start, times(text, 0.5)), 10);
    const rates = afterReset.parts.filter(({ form }) => form === "rate" || form === "ratio");
    expect(rates.length).toBeGreaterThan(0);
    for (const { value } of toFigures({ parts: rates }))
      expect(value ?? 0).toBeGreaterThanOrEqual(0);
    expect(
      toFigures(afterReset).some(({ figure, value }) => figure === "requestsPerSecond" && value),
    ).toBe(false);
  },
);
