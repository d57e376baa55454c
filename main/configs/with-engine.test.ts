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

test("what the model file contradicts is rejected in the engine's words, and the old one serves on", async () => {
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

test("an override serves in the file's place until the file is applied again", async () => {
  const file = path.join(host.repository, "mlp", "config.pbtxt");
  const { text, etag } = await host.client.request("configs.get", mlp);
  const override = `# for now\n${text.replace("max_batch_size: 64", "max_batch_size: 8")}`;
  const applied = await host.client.request("configs.apply", {
    ...mlp,
    text: override,
    baseEtag: etag,
    note: "for now",
    place: "server",
  });
  expect(applied).toMatchObject({ text: override, overriddenFile: text });
  expect(applied.history[0]).toMatchObject({ place: "server", note: "for now" });
  expect(fs.readFileSync(file, "utf8")).toBe(text);
  expect(await maxBatchSize()).toBe(8);

  // The file is edited while the override serves: neither is lost.
  fs.writeFileSync(file, `${text}# by hand\n`);
  const seen = await host.client.request("configs.get", mlp);
  expect(seen).toMatchObject({ text: override, overriddenFile: `${text}# by hand\n` });
  await expect(
    host.client.request("configs.apply", { ...mlp, text, baseEtag: applied.etag, note: "" }),
  ).rejects.toMatchObject({ code: "ABORTED" });
  const back = await host.client.request("configs.apply", {
    ...mlp,
    text: seen.overriddenFile ?? "",
    baseEtag: seen.etag,
    note: "",
    place: "file",
  });
  expect(back).toMatchObject({ text: `${text}# by hand\n`, overriddenFile: null });
  expect(await maxBatchSize()).toBe(64);
});

test("two windows: the second apply is shown the difference, also for overrides", async () => {
  const { text, etag } = await host.client.request("configs.get", mlp);
  const apply = (marker: string) =>
    host.client.request("configs.apply", {
      ...mlp,
      text: `${text}# ${marker}\n`,
      baseEtag: etag,
      note: "",
      place: "server",
    });
  await apply("first window");
  await expect(apply("second window")).rejects.toMatchObject({ code: "ABORTED" });
  expect(await host.client.request("configs.get", mlp)).toMatchObject({
    text: `${text}# first window\n`,
    draft: { text: `${text}# second window\n`, baseEtag: etag },
  });
});
