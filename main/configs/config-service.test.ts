import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { ModelDetail } from "../contract/index.ts";
import { HostEvents } from "../events/index.ts";
import { serverDirectory } from "../servers/index.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { FakeServer } from "../telemetry/testing/fake-server.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { ConfigService } from "./config-service.ts";
import { ConfigStore, configMigrations } from "./config-store.ts";

const text = `name: "m"\nbackend: "onnxruntime"\nmax_batch_size: 8\n`;
const key = { serverId: "fake", model: "m" };

/** Serves the configuration that it last loaded. */
class LoadingServer extends FakeServer {
  readonly loads: string[] = [];
  onLoad: () => void = () => {};
  unloads = 0;

  override async load(_model: string, configJson?: string): Promise<void> {
    this.onLoad();
    this.loads.push(configJson ?? "");
    this.config = JSON.parse(configJson ?? "{}") as NonNullable<ModelDetail["config"]>;
  }

  override async unload(): Promise<void> {
    this.unloads += 1;
    this.config = null;
  }
}

let directory: string;
let file: string;
let data: DataDirectory;
let server: LoadingServer;
let events: HostEvents;
let faults: string[];
let configs: ConfigService;

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-configs-"));
  const repository = path.join(directory, "models");
  file = path.join(repository, "m", "config.pbtxt");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  data = openDataDirectory(path.join(directory, "data"), configMigrations);
  server = new LoadingServer();
  server.config = { name: "m", max_batch_size: 8 };
  events = new HostEvents();
  faults = [];
  configs = service();
});

function service(): ConfigService {
  return new ConfigService({
    servers: serverDirectory([server]),
    findRepository: () => path.join(directory, "models"),
    store: new ConfigStore(data.db),
    events,
    clock: new ManualClock(),
    onFault: ({ message }) => faults.push(message),
  });
}

afterEach(() => {
  data.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

test("a change is served, written, remembered and emitted", async () => {
  const { etag } = await configs.get(key);
  const changed = `${text}# more\ndynamic_batching { }\n`;
  const state = await configs.apply(key, { text: changed, baseEtag: etag, note: "batch it" });
  expect(JSON.parse(server.loads[0] ?? "")).toMatchObject({
    max_batch_size: 8,
    dynamic_batching: {},
  });
  expect(fs.readFileSync(file, "utf8")).toBe(changed);
  expect(state).toMatchObject({ text: changed, draft: null });
  expect(state.etag).not.toBe(etag);
  expect(state.history.map(({ origin, note, text: each }) => [origin, note, each])).toEqual([
    ["applied", "batch it", changed],
    ["found", "Found on disk", text],
  ]);
  expect(events.list()).toMatchObject([
    { source: "configs", mark: { kind: "config", model: "m" } },
  ]);
});

test("a text that cannot be right is rejected with its findings, and kept as draft", async () => {
  const { etag } = await configs.get(key);
  await expect(
    configs.apply(key, { text: "max_batch_sise: 8", baseEtag: etag, note: "" }),
  ).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("Line 1, column 1"),
    details: { findings: [expect.objectContaining({ severity: "error", line: 1 })] },
  });
  expect(server.loads).toEqual([]);
  expect((await configs.get(key)).draft?.text).toBe("max_batch_sise: 8");
});

test("a configuration that does not load changes nothing and keeps the draft", async () => {
  const { etag } = await configs.get(key);
  server.onLoad = () => {
    throw new StatusError("INVALID_ARGUMENT", "load failed for model 'm'");
  };
  await expect(
    configs.apply(key, { text: `${text}# new`, baseEtag: etag, note: "" }),
  ).rejects.toMatchObject({
    message: "load failed for model 'm'",
  });
  const state = await configs.get(key);
  expect(state).toMatchObject({ text, etag, draft: { text: `${text}# new`, baseEtag: etag } });
  expect(state.history).toHaveLength(1);
  expect(events.list()).toEqual([]);
});

test("a file that changed in the meantime is not overwritten", async () => {
  const { etag } = await configs.get(key);
  fs.writeFileSync(file, `${text}# by hand`);
  await expect(
    configs.apply(key, { text: `${text}# mine`, baseEtag: etag, note: "" }),
  ).rejects.toMatchObject({
    code: "ABORTED",
  });
  const state = await configs.get(key);
  expect(state.text).toBe(`${text}# by hand`);
  expect(state.draft?.text).toBe(`${text}# mine`);
  expect(state.history.map(({ origin }) => origin)).toEqual(["found", "found"]);
});

test("when the file cannot be written the server is taken back and the draft kept", async () => {
  const { etag } = await configs.get(key);
  const before = server.config;
  server.onLoad = () => fs.rmSync(path.dirname(file), { recursive: true, force: true });
  await expect(
    configs.apply(key, { text: `${text}# new`, baseEtag: etag, note: "" }),
  ).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringMatching(/could not be saved: .*The model serves as before/),
  });
  expect(server.loads).toHaveLength(2);
  expect(server.config).toEqual(before);
  expect(new ConfigStore(data.db).draft(key)?.text).toBe(`${text}# new`);
  expect(events.list()).toEqual([]);
});

test("a model that did not serve before is unloaded again when the file cannot be written", async () => {
  const { etag } = await configs.get(key);
  server.config = null;
  server.onLoad = () => fs.rmSync(path.dirname(file), { recursive: true, force: true });
  await expect(
    configs.apply(key, { text: `${text}# new`, baseEtag: etag, note: "" }),
  ).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringMatching(/could not be saved: .*The model is unloaded again/),
  });
  expect(server.unloads).toBe(1);
});

test("a full data directory is reported and changes nothing", async () => {
  const { etag } = await configs.get(key);
  const pages = data.db.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  data.db.get(`PRAGMA max_page_count = ${pages}`);
  const long = `${text}# ${"x".repeat(100_000)}`;
  await expect(configs.apply(key, { text: long, baseEtag: etag, note: "" })).rejects.toMatchObject({
    code: "RESOURCE_EXHAUSTED",
    message: expect.stringContaining(path.join(directory, "data")),
  });
  expect(server.loads).toEqual([]);
  expect(fs.readFileSync(file, "utf8")).toBe(text);
});

test("a configuration that cannot be kept in the history can still be read", async () => {
  const long = `${text}# ${"x".repeat(100_000)}`;
  fs.writeFileSync(file, long);
  const pages = data.db.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  data.db.get(`PRAGMA max_page_count = ${pages}`);
  expect(await configs.get(key)).toMatchObject({ text: long, history: [] });
  expect(faults).toEqual([expect.stringContaining("is full")]);
});

test("any revision can be gone back to, leaving the draft alone", async () => {
  const { etag, history } = await configs.get(key);
  await configs.apply(key, { text: `${text}# new`, baseEtag: etag, note: "try" });
  configs.saveDraft(key, "half typed", "whatever");
  const state = await configs.revert(key, history[0]?.id ?? -1);
  expect(state).toMatchObject({ text, draft: { text: "half typed" } });
  expect(state.history[0]).toMatchObject({
    origin: "reverted",
    note: `Back to revision ${history[0]?.id}: Found on disk`,
  });
  await expect(configs.revert(key, 999)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a model without a file shows what the server completed, and applying makes the file", async () => {
  fs.rmSync(file);
  const state = await configs.get(key);
  expect(state.text).toContain("max_batch_size: 8");
  expect(state.history).toEqual([]);
  await configs.apply(key, { text: state.text, baseEtag: state.etag, note: "" });
  expect(fs.readFileSync(file, "utf8")).toBe(state.text);
});

test("a server that serves something else than it was given is reported", async () => {
  const { etag } = await configs.get(key);
  const load = server.load.bind(server);
  server.load = async (model, json) => {
    await load(model, json);
    server.config = { name: "m", max_batch_size: 4 };
  };
  await configs.apply(key, { text: `${text}# new`, baseEtag: etag, note: "" });
  expect(events.list().at(-1)).toMatchObject({
    level: "warning",
    message: expect.stringContaining("'backend'"),
  });
});

test("drafts are kept until they are discarded", async () => {
  configs.saveDraft(key, "a", "e");
  configs.saveDraft(key, "b", "e");
  expect((await configs.get(key)).draft).toMatchObject({ text: "b", baseEtag: "e" });
  configs.discardDraft(key);
  expect((await configs.get(key)).draft).toBeNull();
});

test("a draft that another window saved is neither overwritten nor discarded unseen", async () => {
  const first = configs.saveDraft(key, "first window", "e", null);
  expect(() => configs.saveDraft(key, "second window", "e", null)).toThrow(
    expect.objectContaining({
      code: "ABORTED",
      details: { draft: { text: "first window", baseEtag: "e", savedAt: first } },
    }),
  );
  configs.discardDraft(key, null);
  expect((await configs.get(key)).draft?.text).toBe("first window");
  const second = configs.saveDraft(key, "both", "e", first);
  expect(second).toBeGreaterThan(first);
  expect(() => configs.saveDraft(key, "first window again", "e", first)).toThrow("Another window");
  expect(configs.saveDraft(key, "both", "e")).toBe(second);
});

test("a model outside the repository is not found", async () => {
  for (const model of ["..", "../m", "missing", "", "m/1"])
    await expect(configs.get({ serverId: "fake", model })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
});

test("what is typed while an apply is under way stays as a draft on top of it", async () => {
  const { etag } = await configs.get(key);
  server.onLoad = () => configs.saveDraft(key, `${text}# more`, etag);
  const state = await configs.apply(key, { text: `${text}# applied`, baseEtag: etag, note: "" });
  expect(state.draft).toMatchObject({ text: `${text}# more`, baseEtag: state.etag });
});

test("a draft of another window outlives an apply, as a change of what it was begun from", async () => {
  const { etag } = await configs.get(key);
  configs.saveDraft(key, "another window", etag);
  const applied = await configs.apply(key, {
    text: `${text}# applied`,
    baseEtag: etag,
    note: "",
    over: null,
  });
  expect(applied.draft).toMatchObject({ text: "another window", baseEtag: etag });
  await configs.serve(key, `${text}# rolled out`, "");
  const { draft } = await configs.get(key);
  expect(draft).toMatchObject({ text: "another window", baseEtag: etag });
});

test("a text that no one looked at before it is reverted over stays in the history", async () => {
  const first = (await configs.get(key)).history[0];
  fs.writeFileSync(file, `${text}# by hand`);
  const { history } = await configs.revert(key, first?.id ?? 0);
  expect(history.map((revision) => revision.text)).toContain(`${text}# by hand`);
});

test("what is tried out serves without file and draft, and what served before can be restored", async () => {
  const { etag } = await configs.get(key);
  configs.saveDraft(key, "mine", etag);
  const held = await configs.held(key);
  const tried = `${text}dynamic_batching { }\n`;
  await configs.tryOut(key, tried, "Experiment 3");
  expect(server.config).toHaveProperty("dynamic_batching");
  expect(await configs.get(key)).toMatchObject({
    text: tried,
    overriddenFile: text,
    draft: { text: "mine" },
  });
  await configs.restore(key, held, "Back");
  expect(server.config).not.toHaveProperty("dynamic_batching");
  expect(await configs.get(key)).toMatchObject({
    text,
    overriddenFile: null,
    draft: { text: "mine" },
  });
  expect(fs.readFileSync(file, "utf8")).toBe(text);
  await configs.restore(key, await configs.held(key), "Back");
  expect(server.loads).toHaveLength(2);
});

test("what was only tried out is not in the history, but can still be gone back to", async () => {
  const { history: before } = await configs.get(key);
  const held = await configs.held(key);
  const texts = [1, 2].map((count) => `${text}instance_group { count: ${count} }\n`);
  for (const tried of [...texts, ...texts]) await configs.tryOut(key, tried, "Experiment 3");
  const during = await configs.get(key);
  expect(during).toMatchObject({ text: texts[1], overriddenFile: text });
  expect(during.history).toMatchObject([
    { text: texts[1], origin: "applied", place: "server", etag: during.etag },
    { text, origin: "found" },
  ]);
  await configs.restore(key, held, "Back");
  expect((await configs.get(key)).history).toEqual(before);
  const reverted = await configs.revert(key, during.history[0]?.id ?? 0);
  expect(reverted.history[0]).toMatchObject({ text: texts[1], origin: "reverted" });
});

test("a draft that was begun on what was tried out keeps the text that it is based on", async () => {
  const held = await configs.held(key);
  const tried = `${text}dynamic_batching { }\n`;
  await configs.tryOut(key, tried, "Experiment 3");
  const { etag } = await configs.get(key);
  configs.saveDraft(key, `${tried}# mine\n`, etag);
  await configs.restore(key, held, "Back");
  const { history } = await configs.get(key);
  expect(history.find((revision) => revision.etag === etag)?.text).toBe(tried);
});

test("what was tried out when the console was killed is recognised, and restored out of sight", async () => {
  fs.rmSync(file);
  await configs.get(key);
  const held = await configs.held(key);
  await configs.tryOut(key, `${text}dynamic_batching { } # tried\n`, "Experiment 3");
  data.close();
  data = openDataDirectory(path.join(directory, "data"), configMigrations);
  configs = service();
  const after = await configs.get(key);
  expect(after.text).toContain("# tried");
  expect(after.history.map(({ note }) => note)).not.toContain("Changed outside this console");
  await configs.restore(key, held, "Back");
  const { history } = await configs.get(key);
  expect(history.some(({ text: each }) => each.includes("# tried"))).toBe(false);
});

test("what is tried out leaves no mark on charts", async () => {
  const held = await configs.held(key);
  const marks: unknown[] = [];
  using _listening = events.onEvent(({ mark }) => mark && marks.push(mark));
  await configs.tryOut(key, `${text}dynamic_batching { }\n`, "Experiment 3");
  await configs.restore(key, held, "Back");
  expect(marks).toEqual([]);
});

test("a file that someone wrote in the meantime is not what is restored, and stays", async () => {
  const held = await configs.held(key);
  await configs.tryOut(key, `${text}dynamic_batching { }\n`, "Experiment 3");
  fs.writeFileSync(file, `${text}# theirs\n`);
  await configs.restore(key, held, "Back");
  expect(fs.readFileSync(file, "utf8")).toBe(`${text}# theirs\n`);
  expect(await configs.get(key)).toMatchObject({ text, overriddenFile: `${text}# theirs\n` });
});

test("a model without a file is restored as the server served it", async () => {
  fs.rmSync(file);
  const held = await configs.held(key);
  await configs.tryOut(key, `${text}dynamic_batching { }\n`, "Experiment 3");
  await configs.restore(key, held, "Back");
  expect(server.config).toMatchObject({ name: "m", max_batch_size: 8 });
  expect(server.config).not.toHaveProperty("dynamic_batching");
  expect(fs.existsSync(file)).toBe(false);
});
