import { editor, expect, test, signIn } from "./console.ts";
import { type RemoteEngine, startReplica } from "./remote-engine.ts";
import {
  append,
  apply,
  chooseRate,
  connectServer,
  expectAccessible,
  review,
  warmUpBriefly,
} from "./workbench.ts";

test.use({ consoleName: "over-http" });
test.describe.configure({ mode: "serial" });

let remote: RemoteEngine;

test.beforeAll(async ({ console: running }) => {
  remote = await startReplica(running);
});
test.afterAll(async () => await remote.stop());

test("a server is connected by its HTTP address alone, and has the full screens", async ({
  console: running,
  page,
}) => {
  await page.goto(running.url);
  await connectServer(page, { address: remote.http, name: "Replica" });
  const card = page.getByRole("region", { name: "Replica" });
  await expect(card).toContainText("Live");
  await expect(card).toContainText("Batchdeck engine");
  await page
    .getByRole("combobox", { name: "Server", exact: true })
    .selectOption({ label: "Replica" });
  await page.getByRole("link", { name: "Models" }).click();
  await page.getByRole("link", { name: "mlp", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Throughput" })).toBeVisible();
  await expectAccessible(page, "the model page");
  await page.getByRole("tab", { name: "Traces" }).click();
  await expect(page.getByText("this connection has no gRPC address")).toBeVisible();
  await page.getByRole("tab", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("HTTP 200").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Client code: Python, HTTP" })).toBeVisible();
});

test("its configuration is applied as an override and read back", async ({
  console: running,
  page,
}) => {
  await signIn(page, running.url);
  await page.goto(
    `http://127.0.0.1:${running.port}/#/models/mlp?server=server-1&tab=configuration`,
  );
  await expect(editor(page)).toContainText("max_batch_size: 64");
  await append(page, 'parameters { key: "over" value { string_value: "HTTP" } }\n');
  const dialog = await review(page);
  await expect(dialog).toContainText("As an override");
  await apply(dialog);
  await expect(page.getByText(/Read back from Replica: as asked/)).toBeVisible();
});

test("an experiment is run on it over HTTP, which alone is offered", async ({
  console: running,
  page,
}) => {
  await signIn(page, running.url);
  await page.goto(`http://127.0.0.1:${running.port}/#/models/mlp?server=server-1`);
  await page.getByRole("link", { name: "New experiment" }).first().click();
  const wires = page.getByRole("group", { name: "Protocol" }).getByRole("button");
  await expect(wires).toHaveText(["HTTP"]);
  await page.getByLabel("Name", { exact: true }).fill("over HTTP");
  await chooseRate(page, 50);
  await page.getByLabel("Seconds per step").fill("2");
  await warmUpBriefly(page);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("table", { name: "Client and server, reconciled" })).toBeVisible();
  await expectAccessible(page, "the experiment");
});
