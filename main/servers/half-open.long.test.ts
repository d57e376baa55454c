import { afterEach, describe, expect, it, vi } from "vitest";
import { ManualClock } from "../testing/manual-clock.ts";
import { plainConnection } from "./connections/connection.ts";
import { startMlserver } from "./kinds/mlserver/testing/mlserver.ts";
import { openServer } from "./open-server.ts";
import type { RemoteServer } from "./remote-server.ts";
import { MemoryVault } from "./secrets/index.ts";
import { startRelay } from "./testing/http-doubles.ts";
import { startRecordedTriton } from "./testing/recorded-triton.ts";

const clock = new ManualClock();
const parts = { clock, vault: new MemoryVault(), random: () => 0.5 };
let server: RemoteServer | null = null;
afterEach(() => server?.[Symbol.dispose]());

const until = (state: string) =>
  vi.waitFor(() => expect(server?.status.state).toBe(state), { interval: 5, timeout: 15_000 });

describe("[SERVER-S6] detects a connection that died silently", () => {
  it.each([
    ["gRPC", () => startRecordedTriton()],
    ["HTTP", () => startMlserver()],
  ] as const)(
    "is noticed by the next poll over %s, and given up for a new one",
    async (wire, start) => {
      await using product = await start();
      await using relay = await startRelay(product.address);
      const addresses = { grpc: "", http: "", metrics: "", [wire.toLowerCase()]: relay.address };
      server = openServer({ id: "s", name: "S" }, plainConnection(addresses), parts);
      await until("live");
      relay.freeze();
      await expect(server.observe()).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
      expect(server.status).toMatchObject({
        state: "stale",
        reason: expect.stringContaining("did not answer within 5 s"),
      });
      relay.thaw();
      await clock.advance(1000);
      await until("live");
    },
  );
});
