// Against Ray Serve itself: `npm run test:real` installs and starts it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type {
  ConnectionDraft,
  FigureId,
  ObservedFrame,
  ServerStatus,
} from "../../../contract/index.ts";
import { follow } from "../../../testing/follow.ts";
import { readReal } from "../../../testing/real-server.ts";
import { startTestHost, type TestHost } from "../../../testing/test-host.ts";

const addresses = z.object({ http: z.string(), metrics: z.string(), entrance: z.string() });
const at = readReal("REAL_RAY_SERVE", addresses);
const missing = at ? "" : " (`npm run test:real` starts it)";

const MODEL = "echo/Echo";
const TOKEN = "real-token-of-the-test";
const slow = 180_000;

function draft(token: string | null): ConnectionDraft {
  return {
    name: "Ray",
    kind: "auto",
    grpc: "",
    http: at?.http ?? "",
    metrics: at?.metrics ?? "",
    auth:
      token === null
        ? { kind: "none" }
        : { kind: "bearer", token: { kind: "given", value: token } },
    tls: null,
    headers: [],
    proxy: "",
  };
}

async function send(body: object): Promise<number> {
  const response = await fetch(`http://${at?.entrance}/echo`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

describe.skipIf(at === null)(`a real Ray Serve${missing}`, () => {
  let host: TestHost;
  let serverId: string;

  beforeAll(async () => {
    host = await startTestHost();
    ({ serverId } = await host.client.request("servers.add", draft(TOKEN)));
  }, slow);
  afterAll(() => host?.close());

  it.each([
    [null, "UNAUTHENTICATED"],
    ["another", "PERMISSION_DENIED"],
  ])("[RAY-SERVE-9] says which token it wants: %s", { timeout: slow }, async (token, code) => {
    const asked = { connection: draft(token), serverId: null };
    await expect(host.client.request("servers.recognise", asked)).rejects.toMatchObject({
      code,
      message: expect.stringContaining("ray get-auth-token"),
    });
  });

  it("[RAY-SERVE-1] [RAY-SERVE-3] is recognised, and its deployment is ready", {
    timeout: slow,
  }, async () => {
    using status = follow<readonly ServerStatus[]>((event) =>
      host.client.subscribe("servers.status", {}, { event }),
    );
    const all = await status.until((list) =>
      expect(list.find(({ id }) => id === serverId)?.state).toBe("live"),
    );
    expect(all.find(({ id }) => id === serverId)).toMatchObject({
      kind: "rayServe",
      version: "2.60.0",
    });
    using frames = follow<ObservedFrame>((event) =>
      host.client.subscribe("observed.frame", { serverId }, { event }),
    );
    await frames.until(({ models }) =>
      expect(models.map(({ name, state }) => [name, state])).toEqual([[MODEL, "ready"]]),
    );
  });

  it("[RAY-SERVE-4] [RAY-SERVE-8] has its requests, failures, latency and batches in its figures", {
    timeout: slow,
  }, async () => {
    // The counter of failures has no sample before the first.
    expect(await send({ fail: true })).toBe(500);
    expect(await send({ value: 1 })).toBe(200);
    using frames = follow<ObservedFrame>((event) =>
      host.client.subscribe("observed.frame", { serverId }, { event }),
    );
    const value = ({ figures }: ObservedFrame, figure: FigureId) =>
      figures.find((each) => each.figure === figure && each.model === MODEL)?.value ?? null;
    await frames.until((frame) => expect(value(frame, "requestsPerSecond")).not.toBeNull());
    const round = async () => {
      const bodies = Array.from({ length: 10 }, (_, index) =>
        index === 0 ? { fail: true } : { index },
      );
      const statuses = await Promise.all(bodies.map(send));
      expect(statuses.filter((status) => status === 500)).toHaveLength(1);
    };
    const counted = (frame: ObservedFrame, figure: FigureId) =>
      Math.round((value(frame, figure) ?? 0) * frame.seconds);
    const check = (each: ObservedFrame) => {
      expect(counted(each, "requestsPerSecond")).toBeGreaterThanOrEqual(18);
      expect(counted(each, "failuresPerSecond")).toBeGreaterThanOrEqual(2);
      expect(value(each, "latencyP99Ms") ?? 0).toBeGreaterThan(0);
      expect(value(each, "queueMs") ?? 0).toBeGreaterThan(0);
      expect(value(each, "queueToCompute") ?? 0).toBeGreaterThan(0);
    };
    // Proxy and replica export every 10 s each, and a histogram's first samples are where growth begins.
    for (let rounds = 0; rounds < 3; rounds++) {
      await round();
      await new Promise((resolve) => setTimeout(resolve, 11_000));
    }
    const frame = await frames.until(check);
    const batch = value(frame, "meanBatch") ?? 0;
    expect(batch).toBeGreaterThanOrEqual(1);
    expect(batch).toBeLessThanOrEqual(4);
    expect(value(frame, "workers")).toBe(1);
    expect(frame.figures.find(({ figure }) => figure === "latencyMs")?.source).toContain(
      "estimated",
    );
  });

  it("says why the lab sends it no load", async () => {
    await expect(
      host.client.request("lab.suggest", { serverId, model: MODEL }),
    ).rejects.toMatchObject({ message: expect.stringContaining("inputs and outputs") });
  });
});
