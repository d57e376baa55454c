// `npm start`: creates missing sample models, then opens the console in a window or a browser.

import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { writeSampleModels } from "../../assets/sample-models/index.ts";
import host from "../../scripts/bootstrap/host.json" with { type: "json" };
import { UsageError } from "../cli/command.ts";
import { findElectron, runElectronInstaller } from "./electron.ts";
import { readStartFlags, type StartFlags, startHelp } from "./flags.ts";
import { root } from "./program-files.ts";
import { openWeb } from "./web.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function sampleRepository(dataDirectory: string): Promise<string> {
  const directory = path.join(dataDirectory, "models");
  const made = await writeSampleModels(directory);
  if (made.length > 0) say(`Made the sample models: ${made.join(", ")}.`);
  return directory;
}

/** The desktop's binary, or null after printing why the console opens in a browser. */
async function desktopBinary(flags: StartFlags): Promise<string | null> {
  if (flags.web) return null;
  const choice = await findElectron({
    root,
    platform: process.platform,
    env: process.env,
    install: runElectronInstaller,
    report: say,
    now: Date.now,
  });
  if ("binary" in choice) return choice.binary;
  say(`No desktop window: ${choice.reason}. Serving the console to a browser instead.`);
  return null;
}

// The terminal that started it may be closed; that doesn't matter.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

/** They are for this process alone, which has read them: engines have their own, users' models none. */
function dropOwnEnvironment(): void {
  for (const [name, value] of Object.entries(host.environment))
    if (process.env[name] === value) delete process.env[name];
}

async function main(): Promise<number> {
  dropOwnEnvironment();
  const flags = readStartFlags(process.argv.slice(2), process.cwd());
  if (flags.help) {
    process.stdout.write(startHelp);
    return 0;
  }
  const binary = await desktopBinary(flags);
  const { modelRepositories: given, dataDirectory } = flags;
  const modelRepository = given.length > 0 ? given : [await sampleRepository(dataDirectory)];
  return binary ? await openDesktop(binary, flags) : await openWeb(flags, modelRepository, say);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** Opens the desktop window; resolves with its exit code once it is closed. */
function openDesktop(binary: string, flags: StartFlags): Promise<number> {
  const { dataDirectory, modelRepositories, openControl, backendConfig } = flags;
  return new Promise((resolve, reject) => {
    const repositories = modelRepositories.map((each) => `--model-repository=${each}`);
    const control = openControl ? ["--engine-open-control"] : [];
    const backends = backendConfig.map((setting) => `--backend-config=${setting}`);
    const args = [root, `--data-dir=${dataDirectory}`, ...repositories, ...control, ...backends];
    const child = spawn(binary, args, { stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
