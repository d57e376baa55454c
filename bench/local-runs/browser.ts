import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { freePort } from "../../base/free-port.ts";
import { startConsole, temporaryDirectory } from "../../e2e/console.ts";
import type { ExperimentPlan, ExperimentStep } from "../../main/contract/index.ts";
import { candidateComparisons } from "../../main/lab/comparison/candidates.ts";
import { build } from "../../scripts/build.ts";
import { launchChromium } from "../console/chromium.ts";
import type { Order, Repetition } from "./order.ts";

const LIMIT_MS = 280_000;

/** Measures like a user on one machine: the console in a browser, its engine, and the generator. */
export async function runInBrowser(
  { models, repetitions, tuning }: Order,
  show: (repetition: Repetition) => void,
): Promise<void> {
  await build("renderer", () => {});
  await build("programs", () => {});
  const data = temporaryDirectory("bench-local");
  const running = await startConsole(data, ["--port", String(await freePort())]);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(running.url);
    await page.getByRole("row", { name: /^text_encoder (.+ )?Ready/ }).waitFor();
    let seen = 0;
    for (let i = 0; i < repetitions; i++) {
      for (const model of models) {
        await (tuning ? tune(page, model) : experiment(page, model));
        const stored = stepsAfter(data, seen);
        seen = stored.last;
        show({ model, ...stored });
      }
    }
  } finally {
    await browser.close();
    await running.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
}

/** Runs the plan that the form suggests: 1, 8 and 32 clients. */
async function experiment(page: Page, model: string): Promise<void> {
  await page.goto(new URL(`/#/experiments/new?model=${model}`, page.url()).href);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("progressbar", { name: "Progress of the experiment" }).waitFor();
  await measured(page);
  await page.getByText("Done", { exact: true }).first().waitFor();
}

/**
 * Resolves after the measurement shown on the page. Waiting with a locator would search the page in every animation frame,
 * which takes 14 % of a core from the measurement; this reads one attribute per second.
 */
async function measured(page: Page): Promise<void> {
  await page.locator("html[data-quiet]").waitFor();
  while (await page.evaluate(() => "quiet" in document.documentElement.dataset)) await sleep(1000);
}

/** Runs a baseline, the first two proposals, and the confirmation. */
async function tune(page: Page, model: string): Promise<void> {
  await page.goto(new URL("/#/tuning", page.url()).href);
  await page.getByRole("link", { name: "Tune a model" }).first().click();
  await page.getByLabel("Model", { exact: true }).selectOption(model);
  await page.getByRole("button", { name: "Manual", exact: true }).click();
  await page.getByRole("button", { name: "Measure the baseline" }).click();
  await measured(page);
  for (const heading of ["What to try first", "What to try next"]) {
    await page.getByRole("heading", { name: heading }).waitFor();
    await page
      .getByRole("button", { name: /^Measure: / })
      .first()
      .click();
    await measured(page);
    await page.getByRole("heading", { name: "keep it?" }).waitFor();
    await page.getByRole("button", { name: "Revert", exact: true }).click();
  }
  await page.getByRole("heading", { name: "What to try next" }).waitFor();
}

/** Steps and comparisons of the experiments with a greater id. */
function stepsAfter(data: string, id: number) {
  const file = "batchdeck.db";
  using db = new DatabaseSync(path.join(data, file), { readOnly: true });
  const rows = db
    .prepare(
      `SELECT experiment, step, plan FROM experiment_steps JOIN experiments ON experiments.id = experiment
        WHERE experiment > ? ORDER BY 1, position`,
    )
    .all(id) as { experiment: number; step: string; plan: string }[];
  const measured = rows.map(({ experiment, step, plan }) => ({
    experiment,
    step: JSON.parse(step) as ExperimentStep,
    plan,
  }));
  return {
    last: Math.max(id, ...rows.map(({ experiment }) => experiment)),
    steps: measured.map(({ step }) => step),
    comparisons: [...Map.groupBy(measured, ({ experiment }) => experiment).values()].flatMap(
      (own) =>
        candidateComparisons(
          JSON.parse(own[0]?.plan ?? "") as ExperimentPlan,
          own.map(({ step }) => step),
        ),
    ),
  };
}
