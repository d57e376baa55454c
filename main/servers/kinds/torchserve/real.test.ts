// Against TorchServe itself: `npm run test:real` installs and starts it.
import fs from "node:fs";
import path from "node:path";
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

const addresses = z.object({
  http: z.string(),
  metrics: z.string(),
  entrance: z.string(),
  folder: z.string(),
});
const at = readReal("REAL_TORCHSERVE", addresses);
const missing = at ? "" : " (`npm run test:real` starts it)";

const MODEL = "echo";
const ROUND = 10;
const slow = 180_000;

/** As TorchServe writes them at its start. */
const keyFile = z.object({
  management: z.object({ key: z.string() }),
  inference: z.object({ key: z.string() }),
});

describe.skipIf(at === null)(`a real TorchServe${missing}`, () => {
  let host: TestHost;
  let serverId: string;
  let keys: z.infer<typeof keyFile>;

  const draft = (token: string | null, http = at?.http ?? ""): ConnectionDraft => ({
    name: "TorchServe",
    kind: "auto",
    grpc: "",
    http,
    metrics: at?.metrics ?? "",
    auth:
      token === null
        ? { kind: "none" }
        : { kind: "bearer", token: { kind: "given", value: token } },
    tls: null,
    headers: [],
    proxy: "",
  });

  async function predict(body: object): Promise<{ status: number; answer: unknown }> {
    const response = await fetch(`http://${at?.entrance}/predictions/${MODEL}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keys.inference.key}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: response.status, answer: await response.json() };
  }

  beforeAll(async () => {
    keys = keyFile.parse(
      JSON.parse(fs.readFileSync(path.join(at?.folder ?? "", "key_file.json"), "utf8")),
    );
    host = await startTestHost();
    ({ serverId } = await host.client.request("servers.add", draft(keys.management.key)));
  }, slow);
  afterAll(() => host?.close());

  it("[TORCHSERVE-1] [TORCHSERVE-2] is recognised at its management and its inference address", {
    timeout: slow,
  }, async () => {
    const recognise = (connection: ConnectionDraft) =>
      host.client.request("servers.recognise", { connection, serverId: null });
    expect(await recognise(draft(keys.management.key))).toMatchObject({
      kind: "torchserve",
      version: "0.12.0",
    });
    expect(await recognise(draft(null))).toMatchObject({ kind: "torchserve" });
    const { kind, asked } = await recognise(draft(keys.inference.key, at?.entrance));
    expect(kind).toBe("torchserve");
    expect(asked.map(({ answer }) => answer).join()).toContain("port 8081");
  });

  it("[TORCHSERVE-4] names the key file without its key", { timeout: slow }, async () => {
    using status = follow<readonly ServerStatus[]>((event) =>
      host.client.subscribe("servers.status", {}, { event }),
    );
    const connect = (key: string) =>
      host.client.request("servers.edit", { serverId, connection: draft(key) });
    await connect("wrong");
    try {
      await status.until((list) =>
        expect(list.find(({ id }) => id === serverId)?.reason).toContain("key_file.json"),
      );
    } finally {
      await connect(keys.management.key);
    }
    await status.until((list) =>
      expect(list.find(({ id }) => id === serverId)?.state).toBe("live"),
    );
  });

  it("[TORCHSERVE-3] [TORCHSERVE-6] [TORCHSERVE-7] has its model, requests and failures", {
    timeout: slow,
  }, async () => {
    using frames = follow<ObservedFrame>((event) =>
      host.client.subscribe("observed.frame", { serverId }, { event }),
    );
    await frames.until(({ models }) =>
      expect(models.map(({ name, state }) => [name, state])).toEqual([[MODEL, "ready"]]),
    );
    expect(await predict({ values: [1, 2.5] })).toEqual({
      status: 200,
      answer: { values: [2, 5] },
    });
    const value = ({ figures }: ObservedFrame, figure: FigureId, model = MODEL) =>
      figures.find((each) => each.figure === figure && each.model === model)?.value ?? 0;
    await frames.until((frame) => expect(value(frame, "workers")).toBe(1));
    for (let sent = 0; sent < ROUND; sent++) await predict({ values: [sent] });
    expect((await predict({ fail: true })).status).toBe(503);
    await frames.until((frame) => {
      expect(Math.round(value(frame, "requestsPerSecond") * frame.seconds)).toBeGreaterThanOrEqual(
        ROUND,
      );
      expect(value(frame, "failuresPerSecond", "")).toBeGreaterThan(0);
      expect(value(frame, "latencyMs")).toBeGreaterThan(0);
      expect(value(frame, "computeMs")).toBeGreaterThan(0);
      expect(value(frame, "latencyMs")).toBeGreaterThanOrEqual(value(frame, "queueMs"));
    });
  });

  it("[TORCHSERVE-ADMIN-3] scales its workers, and back", { timeout: slow }, async () => {
    using frames = follow<ObservedFrame>((event) =>
      host.client.subscribe("observed.frame", { serverId }, { event }),
    );
    for (const workers of [2, 1]) {
      await host.client.request("torchserve.scale", {
        serverId,
        model: MODEL,
        version: "1.0",
        minWorkers: workers,
        maxWorkers: workers,
        wait: true,
      });
      await frames.until(({ figures }) =>
        expect(figures.find(({ figure }) => figure === "workers")?.value).toBe(workers),
      );
    }
  });

  it("says why the lab sends it no load", async () => {
    await expect(
      host.client.request("lab.suggest", { serverId, model: MODEL }),
    ).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining("TorchServe"),
    });
  });
});
