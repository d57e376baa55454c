// Every npm script starts here. Runs on Node 20 or later with nothing installed; installs the
// dependencies and Node 24, then passes control to the task's TypeScript.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundles, fingerprintBundle, isBuilt } from "./bootstrap/bundles.mjs";
import { areDependenciesInstalled, ensureDependencies } from "./bootstrap/dependencies.mjs";
import { withLock } from "./bootstrap/lock.mjs";
import { isProtoGenerated } from "./bootstrap/proto.mjs";
import { findRuntime } from "./bootstrap/runtime.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const tasks = {
  start: bundles.programs.output,
  cli: "app/cli/main.ts",
  test: "scripts/test.ts",
  "test-long": "scripts/test-long.ts",
  "test-stores": "scripts/test-stores.ts",
  "test-real": "scripts/test-real.ts",
  check: "scripts/check.ts",
  build: "scripts/build.ts",
  bench: "scripts/bench.ts",
  package: "scripts/package.ts",
};

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [task, ...args] = process.argv.slice(2);
const entry = tasks[task];
if (!entry) fail(`Unknown task '${task}'. There are: ${Object.keys(tasks).join(", ")}.`);

function runScript(runtime, script, args, failure) {
  const { status, error } = spawnSync(runtime, [path.join(root, "scripts", script), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error) throw new Error(`${failure}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** The bundles of `npm start` of which a source changed since the last build. */
function outdatedBundles() {
  return ["renderer", "programs"].filter(
    (name) => !isBuilt(root, name, fingerprintBundle(root, name)),
  );
}

function isPrepared() {
  return (
    areDependenciesInstalled(root) &&
    isProtoGenerated(root) &&
    (task !== "start" || outdatedBundles().length === 0)
  );
}

/** Installs, generates and builds what the task needs; resolves with the Node binary that runs it. */
async function prepare() {
  await ensureDependencies(root);
  const runtime = findRuntime(root);
  if (!isProtoGenerated(root)) {
    runScript(runtime, "generate-proto.ts", [], "The protobuf code could not be generated");
  }
  const outdated = task === "start" ? outdatedBundles() : [];
  if (outdated.length > 0) {
    runScript(runtime, "build.ts", outdated, "The console could not be built");
  }
  return runtime;
}

let runtime;
try {
  runtime = isPrepared()
    ? findRuntime(root)
    : await withLock(
        path.join(root, ".cache", "bootstrap.lock"),
        (pid) =>
          process.stderr.write(`Waiting for process ${pid}, which installs or builds here…\n`),
        prepare,
      );
} catch (error) {
  fail(error.message);
}

/** The command line resolves the caller's relative paths; npm itself changes into the project. */
const cwd = task === "cli" || task === "start" ? (process.env.INIT_CWD ?? process.cwd()) : root;
const readJson = (file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));

/**
 * Flags and environment of the program: young generations of three times 4 MB for the console's
 * host, where V8 would keep more than 100 MB, and of three times 16 MB for an engine, which collects
 * them as bytes are received (engine/protocol/received-memory.ts); and limits for glibc, which else
 * keeps what starting and loading a model's file needed.
 */
function settingsFor(task) {
  if (task === "start") return readJson("scripts/bootstrap/host.json");
  if (task !== "cli" || args[0] !== "serve") return { flags: [], environment: {} };
  return {
    flags: readJson("engine/node-flags.json"),
    environment: readJson("engine/node-environment.json"),
  };
}

const { flags, environment } = settingsFor(task);
const env = {
  ...environment,
  ...process.env,
  ORT_DISABLE_TELEMETRY: "1",
  ...(task === "start" ? { NODE_COMPILE_CACHE: path.join(root, ".cache", "compiled") } : {}),
  PATH: [
    path.dirname(runtime),
    path.join(root, "node_modules", ".bin"),
    process.env.PATH ?? "",
  ].join(path.delimiter),
};
const command = [...flags, path.join(root, entry), ...args];

// A Node that can't be replaced (before 22.15, or on Windows) stays and waits for the program.
if (process.execve && process.platform !== "win32") becomeEntry();
else spawnEntry();

function becomeEntry() {
  process.chdir(cwd);
  process.execve(runtime, [runtime, ...command], env);
}

function spawnEntry() {
  const child = spawn(runtime, command, { cwd, stdio: "inherit", env });
  // The child decides how to end; a signal that only this process received is forwarded.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (!process.stdin.isTTY || signal !== "SIGINT") child.kill(signal);
    });
  }
  child.on("error", (error) => fail(`Node could not be started (${runtime}): ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGTERM" ? 143 : 130)));
}
