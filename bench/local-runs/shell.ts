import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { temporaryDirectory } from "../../e2e/console.ts";
import { importExperiment } from "../../main/lab/import/index.ts";
import { root } from "../../scripts/process.ts";
import { serveModels } from "../engine/serve-models.ts";
import type { Order, Repetition } from "./order.ts";

const program = path.join(root, "app/cli/main.ts");

/** Runs `measure` against an engine started with `serve`, like a user with two terminals. */
export async function runInShell(
  { models, repetitions }: Order,
  show: (repetition: Repetition) => void,
): Promise<void> {
  const directory = temporaryDirectory("bench-shell");
  const repository = path.join(directory, "models");
  const run = promisify(execFile);
  await run(process.execPath, [program, "sample-models", repository]);
  const { child, http } = await serveModels(repository);
  try {
    for (let i = 0; i < repetitions; i++) {
      for (const model of models) {
        const file = path.join(directory, "result.json");
        const range = ["--concurrency-range=1,8,32", "--seconds=3", `--json=${file}`];
        const args = [program, "measure", "-m", model, "-u", http, ...range];
        // Exit code 2 means invalid.
        await run(process.execPath, args).catch(() => {});
        show({ model, steps: importExperiment(file, fs.readFileSync(file, "utf8")).steps });
      }
    }
  } finally {
    child.kill();
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
