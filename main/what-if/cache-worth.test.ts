import { expect, test } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { EngineInsight, ServerAdapter } from "../servers/index.ts";
import { cacheWorth } from "./cache-worth.ts";

const server = (given: { insight: EngineInsight | null; state?: string }) =>
  ({
    insight: given.insight,
    status: { name: "edge", state: given.state ?? "live" },
    telemetry: async () => ({ engineId: "e", uptimeNs: 1, models: [] }),
  }) as unknown as ServerAdapter;

const insight = {} as EngineInsight;
const signal = new AbortController().signal;
const unseen = {
  state: "unsupported",
  reason: expect.stringContaining("The requests of edge aren't seen here"),
};

test("[WHATIF-8] says that a Triton doesn't show its requests", async () => {
  const never = async () => expect.unreachable();
  expect(await cacheWorth(server({ insight: null }), never, signal)).toEqual(unseen);
});

test("[WHATIF-8] says the same for an engine that is too old", async () => {
  const old = () => Promise.reject(new StatusError("UNIMPLEMENTED", "unknown method"));
  expect(await cacheWorth(server({ insight }), old, signal)).toEqual(unseen);
});

test("[WHATIF-8] fails if the server can't be reached or rejects the call", async () => {
  const away = server({ insight: null, state: "stale" });
  await expect(cacheWorth(away, async () => undefined, signal)).rejects.toThrow(
    "edge can't be reached now.",
  );
  const refuses = () => Promise.reject(new StatusError("INVALID_ARGUMENT", "decoupled"));
  await expect(cacheWorth(server({ insight }), refuses, signal)).rejects.toThrow("decoupled");
});

test("[WHATIF-8] observes a server without a cache as well", async () => {
  expect(await cacheWorth(server({ insight }), async () => undefined, signal)).toEqual({
    state: "supported",
    observation: null,
    capacityBytes: null,
  });
});
