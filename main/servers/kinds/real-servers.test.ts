// Against servers of other makers: `npm run test:real` installs and starts them. Each has a model "echo".
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { ObservedFrame, ServerKind, ServerStatus } from "../../contract/index.ts";
import { follow } from "../../testing/follow.ts";
import { runExperiment } from "../../testing/run-experiment.ts";
import { startTestHost, type TestHost } from "../../testing/test-host.ts";

interface Real {
  readonly name: string;
  /** Where it is reached; its tests are skipped without it. */
  readonly variable: string;
  readonly kind: ServerKind;
  readonly version: RegExp;
}

const servers: readonly Real[] = [
  { name: "a real Triton", variable: "REAL_TRITON", kind: "triton", version: /^2\.\d+\.\d+$/ },
  { name: "a real MLServer", variable: "REAL_MLSERVER", kind: "mlserver", version: /^1\.7\.1$/ },
  {
    name: "KServe's real server",
    variable: "REAL_KSERVE",
    kind: "openInference",
    version: /^0\.20/,
  },
];

const addresses = z.object({ http: z.string(), grpc: z.string(), metrics: z.string() });
const REQUESTS = 20;
const slow = 120_000;

for (const { name, variable, kind, version } of servers) {
  const given = process.env[variable];
  const at = given === undefined ? null : addresses.parse(JSON.parse(given));
  const missing = at ? "" : " (`npm run test:real` starts it)";

  describe.skipIf(at === null)(`${name}${missing}`, () => {
    let host: TestHost;
    let serverId: string;

    beforeAll(async () => {
      host = await startTestHost();
      const place = at ?? { http: "", grpc: "", metrics: "" };
      ({ serverId } = await host.client.request("servers.add", { name: "Real", ...place }));
    }, slow);
    afterAll(() => host?.close());

    /** Over plain HTTP, as a client does. */
    async function infer(): Promise<unknown> {
      const input = { name: "IN", shape: [1, 4], datatype: "FP32", data: [1, 2, 3, 4] };
      const response = await fetch(`http://${at?.http}/v2/models/echo/infer`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ inputs: [input] }),
      });
      return await response.json();
    }

    it("is recognised with its version, and its model is ready", { timeout: slow }, async () => {
      using status = follow<readonly ServerStatus[]>((event) =>
        host.client.subscribe("servers.status", {}, { event }),
      );
      const all = await status.until((list) =>
        expect(list.find(({ id }) => id === serverId)?.state).toBe("live"),
      );
      const found = all.find(({ id }) => id === serverId);
      expect(found).toMatchObject({ kind, version: expect.stringMatching(version) });
      using frames = follow<ObservedFrame>((event) =>
        host.client.subscribe("observed.frame", { serverId }, { event }),
      );
      await frames.until(({ models }) =>
        expect(models.map(({ name, state }) => [name, state])).toEqual([["echo", "ready"]]),
      );
    });

    it("answers requests, which its figures count", { timeout: slow }, async () => {
      using frames = follow<ObservedFrame>((event) =>
        host.client.subscribe("observed.frame", { serverId }, { event }),
      );
      const send = async () =>
        expect(await infer()).toMatchObject({ outputs: [{ name: "OUT", data: [1, 2, 3, 4] }] });
      const counted = ({ seconds, figures }: ObservedFrame) => {
        const found = figures.find(({ figure, value }) => figure === "requestsPerSecond" && value);
        return Math.round((found?.value ?? 0) * seconds);
      };
      // A counter of Prometheus' clients may appear with its first request.
      await send();
      await frames.until(({ figures }) =>
        expect(figures.find(({ figure }) => figure === "requestsPerSecond")?.hint).toBeNull(),
      );
      for (let sent = 0; sent < REQUESTS; sent++) await send();
      await frames.until((frame) => expect(counted(frame)).toBeGreaterThanOrEqual(REQUESTS));
    });

    it("is put under a load of the lab", { timeout: slow }, async () => {
      const { plan } = await host.client.request("lab.suggest", { serverId, model: "echo" });
      const { state, reason, steps } = await runExperiment(host.client, {
        ...plan,
        load: { kind: "concurrency", levels: [2], thinkMs: 0 },
        secondsPerStep: 2,
        warmup: { kind: "fixed", seconds: 0.2 },
      });
      expect([state, reason]).toEqual(["done", null]);
      expect(steps[0]?.failures).toEqual([]);
      expect(steps[0]?.complete).toBe(true);
    });

    it.skipIf(kind !== "triton")(
      "of Triton takes a configuration as an override, and has its former one back",
      { timeout: slow },
      async () => {
        const key = { serverId, model: "echo" };
        const served = async () =>
          (await host.client.request("models.detail", key)).config?.["max_batch_size"];
        const { text, etag } = await host.client.request("configs.get", key);
        const changed = text
          .replace(/max_batch_size: \d+/, "max_batch_size: 4")
          .replace(/preferred_batch_size: ?\[?[ \d]+\]?/, "");
        const apply = { ...key, text: changed, baseEtag: etag, note: "" };
        const applied = await host.client.request("configs.apply", apply);
        expect(applied.readBack?.changed).toEqual([]);
        expect(await served()).toBe(4);
        const back = { ...key, text, baseEtag: applied.etag, note: "" };
        await host.client.request("configs.apply", back);
        expect(await served()).toBe(8);
      },
    );
  });
}
