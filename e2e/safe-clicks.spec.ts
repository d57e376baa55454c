import fs from "node:fs";
import path from "node:path";
import { freePort } from "../base/free-port.ts";
import { expect, openModel, startConsole, temporaryDirectory, test } from "./console.ts";
import { violations } from "./workbench.ts";

test.describe.configure({ mode: "serial" });

const ensemble = `name: "pipe"
platform: "ensemble"
max_batch_size: 64
input [ { name: "x" data_type: TYPE_FP32 dims: [ 128 ] } ]
output [ { name: "y" data_type: TYPE_FP32 dims: [ 10 ] } ]
ensemble_scheduling { step [ {
  model_name: "mlp" model_version: -1
  input_map { key: "x" value: "x" }
  output_map { key: "y" value: "y" }
} ] }
`;

test("[USE-1] unloading asks for confirmation, lists what uses the model, and can be undone", async ({
  page,
}) => {
  const data = temporaryDirectory("unload");
  const models = path.join(data, "models");
  const flags = ["--port", String(await freePort())];
  const sample = await startConsole(data, flags);
  await sample.stop();
  fs.mkdirSync(path.join(models, "pipe", "1"), { recursive: true });
  fs.writeFileSync(path.join(models, "pipe", "config.pbtxt"), ensemble);
  const running = await startConsole(data, flags);
  try {
    await page.goto(running.url);
    await expect(page.getByRole("row", { name: /^pipe (.+ )?Ready/ })).toBeVisible();
    await page.getByRole("button", { name: "Send sample traffic" }).first().click();
    await expect(page.getByText(/0:\d\d left/)).toBeVisible();
    await openModel(page, "mlp");
    await page.getByRole("button", { name: "Unload mlp" }).click();
    const dialog = page.getByRole("dialog", { name: "Unload mlp from" });
    await expect(dialog.getByText("Ensemble pipe stops serving too.")).toBeVisible();
    await expect(dialog.getByText("Sample traffic to mlp is running.")).toBeVisible();
    await expect(dialog.getByText(/mlp receives [\d.]+ requests\/s now/)).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Unload mlp" })).toBeVisible();

    await page.getByRole("button", { name: "Unload mlp" }).click();
    await dialog.getByRole("button", { name: "Unload mlp" }).click();
    const notes = page.getByRole("region", { name: "Notifications" });
    await expect(notes.getByText("pipe stopped serving too.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Load again mlp" })).toBeVisible();
    await page.getByRole("link", { name: "Models", exact: true }).click();
    await expect(page.getByRole("button", { name: "Load again mlp" })).toBeVisible();
    await notes.getByRole("button", { name: "Load again" }).click();
    await expect(page.getByRole("button", { name: "Unload mlp" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Unload pipe" })).toBeVisible();
  } finally {
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
});

test("[REPO-1] [REPO-2] a folder is checked before it is opened, and a wrong one changes nothing", async ({
  page,
}) => {
  const data = temporaryDirectory("repository");
  const models = path.join(data, "models");
  const other = path.join(data, "other");
  const running = await startConsole(data, ["--port", String(await freePort())]);
  try {
    fs.cpSync(path.join(models, "mlp"), path.join(other, "mlp"), { recursive: true });
    fs.mkdirSync(path.join(other, "typo", "1"), { recursive: true });
    fs.writeFileSync(path.join(other, "typo", "config.pbtxt"), "max_batchsize: 4\n");
    await page.goto(`${running.url}&/settings`);
    const addresses = page.getByRole("region", { name: /addresses$/ });
    await expect(addresses.getByText(/^http:\/\/127/).first()).toBeVisible();
    const shown = await addresses
      .getByText(/^http:\/\/127/)
      .first()
      .innerText();
    const http = shown.split("\n")[0] ?? "";
    const field = page.getByLabel("Repository folder");
    const dialog = page.getByRole("dialog", { name: "Open model repository?" });
    const open = dialog.getByRole("button", { name: "Open repository" });

    await field.fill(path.join(data, "nowhere"));
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("does not exist")).toBeVisible();
    await expect(open).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await field.fill(path.join(other, "mlp"));
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("is a single model")).toBeVisible();
    await expect(open).toBeDisabled();
    await dialog.getByRole("button", { name: `Check ${other}` }).click();
    await expect(dialog.getByText("2 models, 1 with errors.")).toBeVisible();
    await expect(
      dialog.getByRole("row", { name: /^mlp onnxruntime 1 config.pbtxt/ }),
    ).toBeVisible();
    await expect(dialog.getByRole("row", { name: /^typo/ })).toContainText("max_batchsize");
    await expect(dialog.getByText("restarts on this repository, on the same ports")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await open.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`models in ${other}.`)).toBeVisible();
    await expect(addresses.getByText(http).first()).toBeVisible();
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /^ranker/ })).toHaveCount(0);

    // One click in the list of recent folders opens the confirmation.
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("button", { name: `Open ${models}` }).click();
    await open.click();
    await expect(page.getByText(`models in ${models}.`)).toBeVisible();
    fs.rmSync(other, { recursive: true });
    await page.reload();
    const recent = page.getByRole("region", { name: "Recent repositories" });
    await expect(recent.getByText("Missing")).toBeVisible();
    await recent.getByRole("button", { name: `Remove ${other} from the list` }).click();
    await expect(recent.getByText("Missing")).toHaveCount(0);
  } finally {
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
});

test("[REPO-16] [REPO-17] a repository is opened in addition to another, named next to its models, and closed", async ({
  page,
}) => {
  const data = temporaryDirectory("two-repositories");
  const other = path.join(data, "other");
  const running = await startConsole(data, ["--port", String(await freePort())]);
  try {
    fs.mkdirSync(path.join(other, "pipe", "1"), { recursive: true });
    fs.writeFileSync(path.join(other, "pipe", "config.pbtxt"), ensemble);
    fs.cpSync(path.join(data, "models", "mlp"), path.join(other, "mlp"), { recursive: true });
    await page.goto(`${running.url}&/settings`);
    await page.getByLabel("Repository folder").fill(other);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Open model repository?" });
    await dialog.getByRole("button", { name: "Open in addition" }).click();
    await expect(dialog.getByText("1 model would stop serving")).toBeVisible();
    await expect(dialog.getByText(/^mlp: in an open repository, too/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    fs.rmSync(path.join(other, "mlp"), { recursive: true });
    await dialog.getByRole("button", { name: "Check again" }).click();
    await expect(dialog.getByText("1 model would stop serving")).toBeHidden();
    await dialog.getByRole("button", { name: "Open repository" }).click();
    await expect(dialog).toBeHidden();
    const close = page.getByRole("button", { name: `Close ${other}` });
    await expect(close).toBeVisible();

    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("row", { name: /^pipe (.+ )?Ready/ })).toContainText("in other");
    await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toContainText("in models");
    await openModel(page, "pipe");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("in other");

    // The next start serves both, too.
    await running.restart();
    await page.goto(`${running.url}&/settings`);
    await close.click();
    await page
      .getByRole("dialog", { name: `Close ${other}?` })
      .getByRole("button", { name: "Close repository" })
      .click();
    await expect(close).toBeHidden();
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("row", { name: /^mlp (.+ )?Ready/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /^pipe/ })).toHaveCount(0);
    expect(fs.existsSync(path.join(other, "pipe", "config.pbtxt"))).toBe(true);
  } finally {
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
});
