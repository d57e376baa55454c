import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { computeDelta, toFigures } from "../../telemetry/index.ts";
import { observedModel } from "../../contract/observed.ts";
import { mutated, mutations } from "../../testing/mutations.ts";
import type { Observation } from "../observation.ts";
import { startRecordedTritonHttp } from "../testing/recorded-triton-http.ts";
import { TritonOverHttp } from "../triton/over-http.ts";
import { TritonSession } from "../triton-session.ts";
import { type Change, changedHttp, changedReach } from "./testing/changed-reach.ts";
import { kindsWithServers as kinds } from "./testing/kinds-with-servers.ts";

/** JSON with parts replaced; of a metrics page, a line. */
function changeOf(changes: Parameters<typeof mutated>[1]): Change {
  return (text) => {
    try {
      return JSON.stringify(mutated(JSON.parse(text), changes)) ?? "";
    } catch {
      const lines = text.split("\n");
      for (const { at, by } of changes)
        lines[Math.floor(at * lines.length)] = typeof by === "string" ? by : JSON.stringify(by);
      return lines.join("\n");
    }
  };
}

/** An error in the host itself; null without one: known facts are shown, and rejections are sentences. */
async function faultOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    await ask();
    return null;
  } catch (error) {
    const isSentence = error instanceof StatusError && !OWN.has(error.code);
    return isSentence ? null : error;
  }
}

const OWN = new Set(["UNKNOWN", "INTERNAL"]);

function check(before: Observation, now: Observation): void {
  observedModel.array().parse(now.models);
  toFigures(computeDelta(before, now, 1));
}

it.each(kinds)(
  "[HOSTILE-1] $name: survives any change in any part of a response",
  async (kind, start) => {
    await using server = await start();
    const before = await kind.observe(server.reach);
    const model = before.models[0]?.name ?? "m";
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const reach = changedReach(server.reach, changeOf(changes));
        expect(await faultOf(() => kind.recognise(reach, () => {}))).toBeNull();
        expect(await faultOf(async () => check(before, await kind.observe(reach)))).toBeNull();
        expect(await faultOf(async () => kind.modelDetail?.(reach, "server", model))).toBeNull();
      }),
      { numRuns: 40 },
    );
  },
);

let triton: Awaited<ReturnType<typeof startRecordedTritonHttp>>;
beforeAll(async () => {
  triton = await startRecordedTritonHttp();
});
afterAll(() => triton[Symbol.asyncDispose]());

it("[HOSTILE-1] Triton: survives any change in any part of a response", async () => {
  const { http, metrics } = triton.reach;
  if (!http) throw new Error("no HTTP");
  const peerOver = (change: Change) =>
    new TritonSession(
      "server",
      "triton",
      { name: "triton", version: "2.64.0", extensions: ["model_repository", "trace"] },
      {
        client: new TritonOverHttp(changedHttp(http, change)),
        grpc: null,
        metrics: metrics && changedHttp(metrics, change),
        connections: { [Symbol.dispose]: () => {} },
      },
    );
  const before = await peerOver((text) => text).observe();
  const model = before.models[0]?.name ?? "m";
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const session = peerOver(changeOf(changes));
      expect(await faultOf(async () => check(before, await session.observe()))).toBeNull();
      expect(await faultOf(() => session.modelDetail(model))).toBeNull();
    }),
    { numRuns: 40 },
  );
});

it.each(kinds)("[HOSTILE-2] $name: treats null as empty", async (kind, start) => {
  await using server = await start();
  const whole = await kind.observe(server.reach);
  const without = (value: unknown): unknown =>
    typeof value !== "object" || value === null
      ? value
      : Array.isArray(value)
        ? value.map(without)
        : Object.fromEntries(
            Object.entries(value).map(([key, each]) => [
              key,
              Array.isArray(each) && each.length === 0 ? null : without(each),
            ]),
          );
  const nulled: Change = (text) => {
    try {
      return JSON.stringify(without(JSON.parse(text)));
    } catch {
      return text;
    }
  };
  const observed = await kind.observe(changedReach(server.reach, nulled));
  expect(observed.models).toEqual(whole.models);
});
