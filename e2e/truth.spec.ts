import fs from "node:fs";
import path from "node:path";
import { editor, expect, test } from "./console.ts";
import { startReplica } from "./remote-engine.ts";
import { connectServer } from "./workbench.ts";

test.use({ consoleName: "truth" });

test("a model that can't be loaded is red, its page shows the reason, and Fix jumps to the error", async ({
  console: running,
  page,
}) => {
  const models = path.join(running.dataDirectory, "models");
  const config = fs.readFileSync(path.join(models, "mlp/config.pbtxt"), "utf8");
  fs.cpSync(path.join(models, "mlp"), path.join(models, "faulty"), { recursive: true });
  fs.writeFileSync(
    path.join(models, "faulty/config.pbtxt"),
    `${config.replace('"mlp"', '"faulty"')}no_such_field: 3\n`,
  );
  fs.mkdirSync(path.join(models, "hollow/1"), { recursive: true });
  fs.writeFileSync(path.join(models, "hollow/config.pbtxt"), 'backend: "onnxruntime"\n');
  await page.goto(running.url);
  for (const model of ["faulty", "hollow"]) {
    await page.getByRole("link", { name: "Overview" }).click();
    const row = page.getByRole("row", { name: new RegExp(`^${model} `) });
    await row.getByRole("link", { name: model, exact: true }).click();
    await page.getByRole("button", { name: `Load ${model}` }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: `${model} can't be loaded` }),
    ).toBeVisible();
    for (const name of ["Tune", "New experiment"])
      await expect(page.getByRole("button", { name, exact: true })).toBeDisabled();
  }
  await expect(page.getByRole("alert").filter({ hasText: "hollow can't be loaded" })).toContainText(
    "hollow/1/model.onnx",
  );
  await expect(page.getByRole("button", { name: "Load again" })).toBeVisible();
  await page.getByRole("link", { name: "Overview" }).click();
  const row = page.getByRole("row", { name: /^faulty / });
  await expect(row).toContainText("Unavailable");
  await row.getByRole("link", { name: "faulty", exact: true }).click();
  await page.getByRole("link", { name: "Fix", exact: true }).click();
  await expect(editor(page)).toBeFocused();
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("no_such_field");
});

test("a missing repository folder is a problem of the repository, and recovers by itself", async ({
  console: running,
  page,
}) => {
  const models = path.join(running.dataDirectory, "models");
  await page.goto(running.url);
  await expect(page.getByRole("status", { name: "Server" })).toContainText("Live");
  fs.renameSync(models, `${models}.away`);
  const problem = page.getByRole("alert").filter({ hasText: "can't read its model repository" });
  try {
    await expect(problem).toContainText(models, { timeout: 20_000 });
    await expect(problem).toContainText("Loaded models keep serving");
    await expect(page.getByText("has not answered since")).toHaveCount(0);
  } finally {
    fs.renameSync(`${models}.away`, models);
  }
  await expect(problem).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole("status", { name: "Server" })).toContainText("Live");
});

test("models of a disconnected server are unknown since then, and a Batchdeck engine is named as such", async ({
  console: running,
  page,
}) => {
  const remote = await startReplica(running);
  await page.goto(running.url);
  await connectServer(page, { address: remote.grpc, http: remote.http, name: "Replica" });
  const card = page.getByRole("region", { name: "Replica" });
  await expect(card).toContainText("Batchdeck engine");
  await page
    .getByRole("combobox", { name: "Server", exact: true })
    .selectOption({ label: "Replica" });
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await expect(page.getByRole("row", { name: /^mlp/ })).toContainText("Ready");
  await remote.stop();
  await expect(page.getByRole("row", { name: /^mlp/ })).toContainText("Unknown since", {
    timeout: 20_000,
  });
  const again = await startReplica({ dataDirectory: running.dataDirectory }).catch(() => null);
  await again?.stop();
});

test("charts keep their history over a reload", async ({ console: running, page }) => {
  await page.goto(running.url);
  await page.getByRole("button", { name: "Send sample traffic" }).first().click();
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await page.getByRole("link", { name: "ranker", exact: true }).click();
  await expect(page.getByText("Live", { exact: true }).last()).toBeVisible();
  const rows = page.getByRole("table", { name: "Throughput over time" }).getByRole("row");
  const asTable = page.getByRole("button", { name: "Show Throughput as a table" });
  await asTable.click();
  await expect.poll(() => rows.count()).toBeGreaterThan(5);
  await page.reload();
  await asTable.click();
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeGreaterThan(5);
});
