import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const mlp = { serverId: "embedded", model: "mlp" };
let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
  await host.until("live");
});

afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

async function maxBatchSize(): Promise<unknown> {
  const { config } = await host.client.request("models.detail", mlp);
  return config?.max_batch_size;
}

test("a configuration is applied to the real engine, and gone back from", async () => {
  const { text, etag, signature } = await host.client.request("configs.get", mlp);
  expect(signature?.inputs[0]?.shape).toEqual([-1, 128]);
  const changed = text.replace("max_batch_size: 64", "max_batch_size: 16");
  const applied = await host.client.request("configs.apply", {
    ...mlp,
    text: changed,
    baseEtag: etag,
    note: "smaller",
  });
  expect(await maxBatchSize()).toBe(16);
  expect(fs.readFileSync(path.join(host.repository, "mlp", "config.pbtxt"), "utf8")).toBe(changed);
  expect(host.events.filter(({ level }) => level === "warning")).toEqual([]);
  const found = applied.history.at(-1);
  await host.client.request("configs.revert", { ...mlp, revisionId: found?.id ?? -1 });
  expect(await maxBatchSize()).toBe(64);
});

test("what the model file contradicts is refused in the engine's words, and the old one serves on", async () => {
  const { text, etag } = await host.client.request("configs.get", mlp);
  await expect(
    host.client.request("configs.apply", {
      ...mlp,
      text: text.replace("dims: [ 128 ]", "dims: [ 129 ]"),
      baseEtag: etag,
      note: "",
    }),
  ).rejects.toMatchObject({ message: expect.stringContaining("129") });
  expect(await host.client.request("configs.get", mlp)).toMatchObject({
    text,
    etag,
    draft: { text: expect.stringContaining("129") },
  });
  expect(await host.client.request("models.detail", mlp)).toMatchObject({ ready: true });
  expect(await maxBatchSize()).toBe(64);
});
