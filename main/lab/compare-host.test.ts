import fs from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import type { ExperimentPlan, ExperimentProgress } from "../contract/index.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const mlp = { serverId: "embedded", model: "mlp" };

/** Starts a comparison of the active configuration with another maximum batch size; follows its progress. */
async function compare({ client }: TestHost, secondsPerStep: number, replicates: number) {
  const { text } = await client.request("configs.get", mlp);
  const { plan } = await client.request("lab.suggest", mlp);
  const other = text.replace(/max_batch_size: *\d+/, "max_batch_size: 3");
  expect(other).not.toBe(text);
  const compared: ExperimentPlan = {
    ...plan,
    load: { kind: "concurrency", levels: [4], thinkMs: 2 },
    secondsPerStep,
    warmup: { kind: "fixed", seconds: 0.2 },
    goal: {
      kind: "compare",
      candidates: [
        { label: "as it is", configText: null },
        { label: "3", configText: other },
      ],
      replicates,
    },
  };
  const { id } = await client.request("lab.start", { plan: compared, name: "" });
  let latest: ExperimentProgress | undefined;
  client.subscribe("lab.progress", { id }, { event: (progress) => (latest = progress) });
  const until = (wanted: (progress: ExperimentProgress) => boolean) =>
    vi.waitFor(() => expect(latest && wanted(latest)).toBe(true), { timeout: 90_000, interval: 5 });
  return { id, until };
}

it("LAB-R1 LAB-R2 a comparison leaves file, draft and the workbench's view unchanged, also when the engine is killed", {
  timeout: 240_000,
}, async () => {
  const host = await startTestHost();
  await host.until("live");
  const { client } = host;
  const file = path.join(host.repository, "mlp", "config.pbtxt");
  const before = { bytes: fs.readFileSync(file, "utf8"), stamp: fs.statSync(file).mtimeMs };
  const unchanged = async () => {
    const now = await client.request("configs.get", mlp);
    expect(now).toMatchObject({
      text: before.bytes,
      overriddenFile: null,
      draft: { text: "mine" },
    });
    expect(fs.readFileSync(file, "utf8")).toBe(before.bytes);
    expect(fs.statSync(file).mtimeMs).toBe(before.stamp);
    const { config } = await client.request("models.detail", mlp);
    expect(config?.["max_batch_size"]).not.toBe(3);
  };
  const { etag } = await client.request("configs.get", mlp);
  await client.request("configs.saveDraft", { ...mlp, text: "mine", baseEtag: etag });

  const whole = await compare(host, 0.5, 2);
  await whole.until(({ phase }) => phase === "finished");
  const done = await client.request("lab.get", { id: whole.id });
  expect(done).toMatchObject({ state: "done", reason: null });
  const sizes = done.steps
    .filter(({ candidate }) => candidate === 1)
    .flatMap(({ server }) => server?.batches.map(([size]) => size) ?? []);
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  await unchanged();

  const killed = await compare(host, 30, 1);
  await killed.until(({ phase }) => phase === "measuring");
  process.kill(host.status()?.pid as number, "SIGKILL");
  await killed.until(({ phase }) => phase === "finished");
  expect((await client.request("lab.get", { id: killed.id })).state).toBe("interrupted");
  await host.until("live");
  await vi.waitFor(
    () =>
      expect(host.events.some(({ message }) => message.includes(`experiment ${killed.id}.`))).toBe(
        true,
      ),
    { timeout: 20_000, interval: 50 },
  );
  await unchanged();
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});
