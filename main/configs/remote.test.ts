import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type EngineProcess, startEngineProcess } from "../testing/engine-process.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;
let other: TestHost;
let remote: EngineProcess;
let repository: string;
let key: { serverId: string; model: string };

beforeAll(async () => {
  host = await startTestHost();
  repository = path.join(host.directory, "remote");
  fs.cpSync(host.repository, repository, { recursive: true });
  remote = await startEngineProcess(repository);
  key = { serverId: await connect(host, remote), model: "mlp" };
  other = await startTestHost();
});

afterAll(async () => {
  await Promise.all([host.close(), other.close(), remote.stop()]);
  for (const { directory } of [host, other]) fs.rmSync(directory, { recursive: true, force: true });
});

async function connect({ client }: TestHost, { grpc, http }: EngineProcess): Promise<string> {
  const server = { name: "Remote", grpc: `grpc://${grpc}`, http: `http://${http}/`, metrics: "" };
  return (await client.request("servers.add", server)).serverId;
}

/** The same text with another maximum batch size, which is also the preferred one. */
const withBatch = (text: string, from: number, to: number) =>
  text
    .replace(`max_batch_size: ${from}`, `max_batch_size: ${to}`)
    .replace(`preferred_batch_size: [${from}]`, `preferred_batch_size: [${to}]`);

const get = () => host.client.request("configs.get", key);

async function apply(text: string, baseEtag: string, note = "") {
  return await host.client.request("configs.apply", { ...key, text, baseEtag, note });
}

test("a server that cannot be reached by file shows what it serves as text", async () => {
  const state = await get();
  expect(state).toMatchObject({ path: "", unreachable: null, signature: null });
  expect(state.text).toContain("max_batch_size: 64");
  expect(state.served).toBe(state.text);
  expect(state.history).toMatchObject([{ origin: "found", place: "server", author: "" }]);
});

test("an override is loaded, read back, and kept with its comments and its author", async () => {
  const { text, etag } = await get();
  const changed = `# smaller\n${withBatch(text, 64, 16)}`;
  const effect = await host.client.request("configs.effect", { ...key, text: changed });
  expect(effect).toMatchObject({ kind: "reload", dependents: [] });
  expect(effect.changes).toContainEqual({ path: "max_batch_size", before: "64", after: "16" });
  const applied = await apply(changed, etag, "try");
  expect(applied).toMatchObject({ text: changed, draft: null, readBack: { changed: [] } });
  expect(applied.history[0]).toMatchObject({ origin: "applied", place: "server", note: "try" });
  expect(applied.history[0]?.author).toMatch(/\S/);
  expect((await get()).text).toBe(changed);
  const onDisk = fs.readFileSync(path.join(repository, "mlp", "config.pbtxt"), "utf8");
  expect(onDisk).toContain("max_batch_size: 64");
});

test("what another console applied in the meantime is not overwritten", async () => {
  const { text, etag } = await get();
  const theirs = { serverId: await connect(other, remote), model: "mlp" };
  const seen = await other.client.request("configs.get", theirs);
  await other.client.request("configs.apply", {
    ...theirs,
    text: withBatch(seen.text, 16, 32),
    baseEtag: seen.etag,
    note: "",
  });
  const mine = withBatch(text, 16, 8);
  await expect(apply(mine, etag)).rejects.toMatchObject({ code: "ABORTED" });
  const now = await get();
  expect(now.text).toContain("max_batch_size: 32");
  expect(now.draft?.text).toBe(mine);
  expect(now.history[0]).toMatchObject({ origin: "found", note: "Changed outside this console" });
  expect(now.history.some((each) => each.etag === now.draft?.baseEtag)).toBe(true);
  await host.client.request("configs.discardDraft", key);
});

test("a server that goes away before the apply loses nothing, and it can be tried again", async () => {
  const { text, etag } = await get();
  const changed = withBatch(text, 32, 24);
  const port = Number(remote.grpc.split(":").at(-1));
  await remote.stop();
  await expect(apply(changed, etag)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("the draft is kept"),
  });
  const away = await get();
  expect(away.unreachable).toContain("Can't reach");
  expect(away).toMatchObject({ text, etag, draft: { text: changed, baseEtag: etag } });
  const effect = await host.client.request("configs.effect", { ...key, text: changed });
  expect(effect.kind).toBe("unknown");

  remote = await startEngineProcess(repository, "explicit", port);
  // It restarted with the configuration of its file.
  const back = await vi.waitFor(
    async () => {
      const state = await get();
      expect(state.unreachable).toBeNull();
      return state;
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(back.text).toContain("max_batch_size: 64");
  expect(back.draft?.text).toBe(changed);
  const applied = await apply(changed, back.etag);
  expect(applied.text).toBe(changed);
});

test("any revision can be gone back to", async () => {
  const { history } = await get();
  const first = history.at(-1);
  const reverted = await host.client.request("configs.revert", {
    ...key,
    revisionId: first?.id ?? 0,
  });
  expect(reverted.text).toBe(first?.text);
  expect(reverted.history[0]).toMatchObject({ origin: "reverted", place: "server" });
});

test("a rejection comes in the server's words, and the old one serves on", async () => {
  const { text, etag } = await get();
  await expect(apply(text.replace(/dims: \[128\]/, "dims: [129]"), etag)).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("129"),
  });
  expect((await get()).text).toBe(text);
  await host.client.request("configs.discardDraft", key);
});

test("a server that takes no loads by call is reported before anything is tried", async () => {
  const polling = await startEngineProcess(repository, "poll");
  try {
    const serverId = await connect(host, polling);
    const state = await host.client.request("configs.get", { serverId, model: "mlp" });
    const text = withBatch(state.text, 64, 4);
    expect(
      await host.client.request("configs.effect", { serverId, model: "mlp", text }),
    ).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("explicit model load / unload is not allowed"),
    });
    await host.client.request("servers.remove", { serverId });
  } finally {
    await polling.stop();
  }
});
