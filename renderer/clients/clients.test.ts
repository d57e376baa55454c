import { describe, expect, test } from "vitest";
import type { ModelDetail, Trial } from "../../main/contract/index.ts";
import { firstRequest, optionalInputs, listProtocols } from "../host/first-request.ts";
import { timingRows, trialBefore } from "./timing-rows.ts";
import { foldTrials } from "./use-trials.ts";

const both = ["http", "grpc"] as const;
const detail = (config: Record<string, unknown>) =>
  ({ serverId: "s", name: "m", config }) as unknown as ModelDetail;

const timing = { connectedMs: 1, sentMs: 3, firstByteMs: 10, totalMs: 12 };
const trial = (id: number, more: Partial<Trial> = {}) =>
  ({
    id,
    startedAt: id,
    status: { ok: true, code: "OK", message: "" },
    timing,
    split: null,
    ...more,
  }) as Trial;

describe("the first request", () => {
  test("goes over HTTP where that can be", () => {
    expect(firstRequest(detail({}), both).wire).toBe("http");
    expect(firstRequest(detail({}), ["grpc"]).wire).toBe("grpc");
    const decoupled = { model_transaction_policy: { decoupled: true } };
    expect(firstRequest(detail(decoupled), both).wire).toBe("grpc");
    expect(firstRequest(detail(decoupled), ["http"]).wire).toBe("http");
  });

  test("[CLIENT-16] only the protocols are offered that there is an address for", () => {
    const at = (grpc: string, http: string) => listProtocols({ grpc, http, metrics: "" });
    expect(at("h:1", "h:2")).toEqual(["http", "grpc"]);
    expect(at("", "h:2")).toEqual(["http"]);
    expect(at("h:1", "")).toEqual(["grpc"]);
    expect(listProtocols(null)).toEqual(["http", "grpc"]);
  });

  test("is a whole sequence for a model that takes sequences", () => {
    expect(firstRequest(detail({ sequence_batching: {} }), both).sequence).toEqual({
      id: 1,
      start: true,
      end: true,
    });
    expect(firstRequest(detail({}), both).sequence).toBeNull();
  });

  test("may leave out what the configuration calls optional", () => {
    const config = { input: [{ name: "a" }, { name: "b", optional: true }] };
    expect([...optionalInputs(detail(config))]).toEqual(["b"]);
  });
});

describe("the phases of a request", () => {
  test("add up to the total", () => {
    const rows = timingRows(trial(1), null).filter(({ where }) => where === "client");
    expect(rows.map(({ ms }) => ms)).toEqual([1, 2, 7, 2, 12]);
  });

  test("are unknown where it did not come so far", () => {
    const refused = trial(1, {
      timing: { connectedMs: null, sentMs: null, firstByteMs: null, totalMs: 4 },
    });
    const rows = timingRows(refused, null).filter(({ where }) => where === "client");
    expect(rows.map(({ ms }) => ms)).toEqual([null, null, null, null, 4]);
  });

  test("are next to those of the last one that ended", () => {
    const [first, running, last] = [trial(1), trial(2, { status: null }), trial(3)];
    expect(trialBefore([first, running, last], last)).toBe(first);
    expect(trialBefore([first], first)).toBeNull();
    expect(timingRows(last, first)[0]?.before).toBe(1);
  });
});

test("requests that are reported again replace themselves, in order, the last 20", () => {
  const known = foldTrials([], [trial(1, { status: null }), trial(2)]);
  const after = foldTrials(known, [trial(1)]);
  expect(after.map(({ id, status }) => [id, status?.code])).toEqual([
    [1, "OK"],
    [2, "OK"],
  ]);
  const many = Array.from({ length: 30 }, (_, i) => trial(i));
  expect(foldTrials([], many)).toHaveLength(20);
});
