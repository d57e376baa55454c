import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settingsMigrations, writeSetting } from "../settings/index.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";
import { RecentRepositories } from "./recent-repositories.ts";

describe("recent repositories", () => {
  let directory: string;
  let data: DataDirectory;
  let recent: RecentRepositories;

  beforeEach(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-recent-"));
    data = openDataDirectory(path.join(directory, "data"), settingsMigrations);
    recent = new RecentRepositories(data.db, new ManualClock());
  });
  afterEach(() => {
    data.close();
    fs.rmSync(directory, { recursive: true });
  });

  const folders = async () => (await recent.list([])).map(({ folder }) => folder);

  test("[REPO-5] newest first, each once, at most 10, and forgotten on request", async () => {
    for (let index = 0; index < 15; index++) recent.add(`/models/${index}`);
    recent.add("/models/9");
    expect(await folders()).toEqual(
      [9, 14, 13, 12, 11, 10, 8, 7, 6, 5].map((index) => `/models/${index}`),
    );
    recent.forget("/models/14");
    recent.forget("/never/there");
    expect(await folders()).toHaveLength(9);
  });

  test("[REPO-5] what is gone, or a file by now, is marked and stays", async () => {
    const file = path.join(directory, "file");
    fs.writeFileSync(file, "");
    for (const each of [file, "/gone", directory]) recent.add(each);
    expect(await recent.list([directory, "/other"])).toMatchObject([
      { folder: directory, missing: null, current: true },
      { folder: "/gone", missing: "'/gone' does not exist.", current: false },
      { folder: file, missing: "It is a file now." },
    ]);
  });

  test.each([
    ["text", "text"],
    ["nothing", null],
    ["a later version", { version: 2, folders: [] }],
    ["folders of a wrong type", { version: 1, folders: [7] }],
    ["too many", { version: 1, folders: Array(5000).fill({ folder: "/x", openedAt: 1 }) }],
  ])(
    "[REPO-6] a stored list that is %s is empty, and can be written again",
    async (_what, value) => {
      writeSetting(data.db, "recentRepositories", value);
      expect(await folders()).toEqual([]);
      recent.add("/models");
      expect(await folders()).toEqual(["/models"]);
    },
  );
});

describe("opening a repository on the running engine", { timeout: 90_000 }, () => {
  let host: TestHost;
  let other: string;

  beforeAll(async () => {
    host = await startTestHost();
    await host.until("live");
    other = path.join(host.directory, "other");
    fs.cpSync(path.join(host.repository, "mlp"), path.join(other, "twin"), { recursive: true });
    const config = path.join(other, "twin", "config.pbtxt");
    fs.writeFileSync(config, fs.readFileSync(config, "utf8").replace('"mlp"', '"twin"'));
  }, 60_000);
  afterAll(async () => {
    await host.close();
    fs.rmSync(host.directory, { recursive: true, force: true });
  });

  const open = (folder: string) => host.client.request("host.openRepository", { folder });
  const recent = () => host.client.request("repositories.recent", {});

  test("[REPO-3] a wrong folder leaves the engine and the list as they are", async () => {
    const before = host.status();
    const file = path.join(host.repository, "mlp", "config.pbtxt");
    for (const wrong of [path.join(host.directory, "nowhere"), file, path.dirname(file), "/"])
      await expect(open(wrong)).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
    await expect(open("models")).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    await expect(open("")).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(host.status()).toMatchObject({ state: "live", pid: before?.pid });
    expect((await host.client.request("host.info", {})).modelRepositories).toEqual([
      host.repository,
    ]);
    expect(await recent()).toEqual([]);
  });

  test("[REPO-4] [REPO-5] another folder is served on the same ports, and both are remembered", async () => {
    const { endpoints } = host.status() ?? {};
    expect(await open(other)).toMatchObject({ modelRepositories: [other] });
    await host.until("live");
    expect(host.status()).toMatchObject({ endpoints });
    const twin = { serverId: "embedded", model: "twin" };
    expect(await host.client.request("models.detail", twin)).toMatchObject({ ready: true });
    expect(await recent()).toMatchObject([
      { folder: other, current: true },
      { folder: host.repository, current: false },
    ]);
    expect(await open(host.repository)).toMatchObject({ modelRepositories: [host.repository] });
    await host.until("live");
    expect(host.status()).toMatchObject({ endpoints });
    expect(await recent()).toMatchObject([
      { folder: host.repository, current: true },
      { folder: other, current: false },
    ]);
  });
});
