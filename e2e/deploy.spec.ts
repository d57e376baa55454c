import fs from "node:fs";
import path from "node:path";
import { expect, temporaryDirectory, test, signIn } from "./console.ts";

const directory = temporaryDirectory("deploy");

test.afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));

test("a model's configuration is written to a folder for a cluster", async ({
  page,
  console: running,
}) => {
  await signIn(page, running.url);
  await page.goto(`http://127.0.0.1:${running.port}/#/models/ranker?tab=configuration`);
  await page.getByRole("link", { name: "To a cluster…" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deploy to a cluster");
  await expect(page.getByRole("checkbox", { name: "ranker" })).toBeChecked();

  const file = page.getByRole("region", { name: "kubernetes/deployment.yaml" });
  await expect(file).toContainText("--model-repository=/models");
  await page.getByLabel("Name", { exact: true }).fill("Not A Name");
  await expect(page.getByText("Must be lower-case letters")).toBeVisible();
  await expect(page.getByRole("button", { name: "Write", exact: true })).toBeDisabled();
  await page.getByLabel("Name", { exact: true }).fill("search-ranker");
  await expect(file).toContainText("name: search-ranker");

  await page.getByRole("button", { name: "A volume" }).click();
  await expect(file).toContainText("claimName: models");
  await page.getByRole("button", { name: "kubernetes/autoscaler.yaml" }).click();
  await expect(page.getByRole("region", { name: "kubernetes/autoscaler.yaml" })).toContainText(
    "apiVersion: autoscaling/v2",
  );

  const folder = path.join(directory, "out");
  await page.getByLabel("Output folder").fill(folder);
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText("Its README says what to run")).toBeVisible();
  expect(fs.readdirSync(path.join(folder, "model-repository/ranker")).toSorted()).toEqual([
    "1",
    "config.pbtxt",
  ]);
  expect(fs.existsSync(path.join(folder, "kubernetes/kustomization.yaml"))).toBe(true);

  await page.getByRole("button", { name: "Write", exact: true }).click();
  await expect(page.getByText("The folder is not empty")).toBeVisible();
});
