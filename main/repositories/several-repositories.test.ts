import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const identity = `backend: "identity"
max_batch_size: 4
input { name: "a" data_type: TYPE_FP32 dims: 1 }
output { name: "b" data_type: TYPE_FP32 dims: 1 }
`;
const ensemble = `platform: "ensemble"
input { name: "in" data_type: TYPE_FP32 dims: 128 }
output { name: "out" data_type: TYPE_FP32 dims: 10 }
ensemble_scheduling { step { model_name: "mlp" model_version: -1
  input_map { key: "x" value: "in" } output_map { key: "y" value: "out" } } }
`;

let other: string;
let host: TestHost;

beforeAll(async () => {
  other = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-second-repository-"));
  write("echo", identity);
  write("both", ensemble);
  host = await startTestHost({ otherRepositories: [other] });
  await host.until("live");
});

afterAll(async () => {
  await host.close();
  for (const each of [host.directory, other]) fs.rmSync(each, { recursive: true });
});

function write(name: string, text: string): void {
  fs.mkdirSync(path.join(other, name, "1"), { recursive: true });
  fs.writeFileSync(path.join(other, name, "config.pbtxt"), text);
}

const get = (model: string) => host.client.request("configs.get", { serverId: "embedded", model });

test("[REPO-13] a configuration is read from and written to the repository that has the model", async () => {
  const { modelRepositories } = await host.client.request("host.info", {});
  expect(modelRepositories).toEqual([host.repository, other]);
  expect((await get("mlp")).path).toBe(path.join(host.repository, "mlp", "config.pbtxt"));
  const { path: file, etag, text } = await get("echo");
  expect({ file, text }).toEqual({
    file: path.join(other, "echo", "config.pbtxt"),
    text: identity,
  });
  const wider = identity.replace("max_batch_size: 4", "max_batch_size: 8");
  await host.client.request("configs.apply", {
    serverId: "embedded",
    model: "echo",
    text: wider,
    baseEtag: etag,
    note: "",
  });
  expect(fs.readFileSync(file, "utf8")).toBe(wider);
  expect(fs.existsSync(path.join(host.repository, "echo"))).toBe(false);
});

test("[REPO-13] effects and exports reach over all repositories", async () => {
  const key = { serverId: "embedded", model: "mlp" };
  const { text } = await get("mlp");
  const effect = await host.client.request("configs.effect", { ...key, text: `${text}\n# same` });
  expect(effect.dependents).toEqual(["both"]);
  const folder = path.join(host.directory, "exported");
  const chosen = { serverId: "embedded", id: "e", folder, overwrite: false, drafts: false };
  const { models } = await host.client.request("configs.export", { ...chosen, models: [] });
  expect(models).toEqual(["both", "echo", "mlp"]);
  expect(fs.readdirSync(folder).sort()).toEqual(models);
});

test("[REPO-13] all of them count as open, and another repository is opened in their place", async () => {
  const report = await host.client.request("repositories.inspect", { folder: other });
  expect(report).toMatchObject({ current: false, obstacle: null });
  await host.client.request("host.openRepository", { folder: other });
  expect(await host.client.request("host.info", {})).toMatchObject({ modelRepositories: [other] });
  const recent = await host.client.request("repositories.recent", {});
  expect(recent.map(({ folder, current }) => [folder, current])).toEqual([
    [other, true],
    [host.repository, false],
  ]);
});

test("[REPO-16] a repository is opened in addition to the open one, and closed again", async () => {
  const { client } = host;
  const inspect = () => client.request("repositories.inspect", { folder: host.repository });
  write("mlp", identity);
  expect(await inspect()).toMatchObject({ served: false, shared: ["mlp"] });
  fs.rmSync(path.join(other, "mlp"), { recursive: true });
  expect(await inspect()).toMatchObject({ served: false, shared: [] });
  const keepOpen = { folder: host.repository, keepOpen: true };
  const opened = await client.request("host.openRepository", keepOpen);
  expect(opened.modelRepositories).toEqual([other, host.repository]);
  expect(await inspect()).toMatchObject({ served: true, current: false, shared: [] });
  const served = await client.request("repositories.served", {});
  expect(served.map(({ repository, models }) => [repository, models.includes("mlp")])).toEqual([
    [other, false],
    [host.repository, true],
  ]);
  await expect(
    client.request("host.closeRepository", { folder: "/nowhere" }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  const closed = await client.request("host.closeRepository", { folder: host.repository });
  expect(closed.modelRepositories).toEqual([other]);
  await expect(client.request("host.closeRepository", { folder: other })).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: expect.stringMatching(/only repository/),
  });
});

test("[REPO-15] an export of a model that is in two repositories ends with a sentence", async () => {
  const before = await startTestHost({ otherRepositories: [other] });
  await before.until("live");
  write("mlp", identity);
  const folder = path.join(before.directory, "exported");
  const chosen = { serverId: "embedded", id: "e", folder, overwrite: false, drafts: false };
  await expect(
    before.client.request("configs.export", { ...chosen, models: [] }),
  ).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: expect.stringMatching(/^Model 'mlp' is in several repositories/),
  });
  expect(fs.existsSync(folder)).toBe(false);
  await before.close();
  fs.rmSync(before.directory, { recursive: true });
});
