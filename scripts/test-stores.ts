// `npm run test:stores`: model repositories in object stores against third-party servers. They are
// installed into .cache/stores, not with the dependencies: moto with python3, Azurite with npm and
// fake-gcs-server with Go. Missing ones are skipped.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../base/free-port.ts";
import { root, run, tool } from "./process.ts";

const folder = path.join(root, ".cache", "stores");
const ADDRESS = "127.0.0.1";
const START_TIMEOUT_MS = 30_000;

interface StoreServer {
  readonly name: string;
  /** Environment variable with its address, for tests. */
  readonly variable: string;
  /** Exists once it is installed. */
  readonly program: string;
  readonly install: readonly (readonly [string, ...string[]])[];
  readonly command: (port: number) => readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
}

const python = path.join(folder, "moto", "bin", "python3");
const azurite = path.join(
  folder,
  "azurite",
  "node_modules",
  "azurite",
  "dist",
  "src",
  "blob",
  "main.js",
);
const gcs = path.join(folder, "fake-gcs-server");

const servers: readonly StoreServer[] = [
  {
    name: "moto",
    variable: "STORE_TEST_S3",
    program: path.join(folder, "moto", "bin", "moto_server"),
    install: [
      ["python3", "-m", "venv", path.join(folder, "moto")],
      [python, "-m", "pip", "install", "--quiet", "moto[server]==5.2.5"],
    ],
    command: (port) => [python, "-m", "moto.server", "-H", ADDRESS, "-p", String(port)],
  },
  {
    name: "Azurite",
    variable: "STORE_TEST_AZURE",
    program: azurite,
    install: [
      [
        "npm",
        "install",
        "--silent",
        "--ignore-scripts",
        "--prefix",
        path.join(folder, "azurite"),
        "azurite@3.37.0",
      ],
    ],
    command: (port) => [
      process.execPath,
      azurite,
      "--inMemoryPersistence",
      "--silent",
      "--skipApiVersionCheck",
      "--blobHost",
      ADDRESS,
      "--blobPort",
      String(port),
    ],
  },
  {
    name: "fake-gcs-server",
    variable: "STORE_TEST_GCS",
    program: gcs,
    install: [["go", "install", "github.com/fsouza/fake-gcs-server@v1.56.1"]],
    command: (port) => [
      gcs,
      "-scheme",
      "http",
      "-backend",
      "memory",
      "-log-level",
      "error",
      "-host",
      ADDRESS,
      "-port",
      String(port),
      "-public-host",
      `${ADDRESS}:${port}`,
    ],
    env: { GOBIN: folder },
  },
];

/** Undefined if it can't be installed or doesn't start: its tests are skipped. */
async function startServer(
  server: StoreServer,
): Promise<readonly [string, ChildProcess] | undefined> {
  const { name, program, install, command, env } = server;
  const skip = (reason: string) => void process.stdout.write(`${name} is skipped: ${reason}.\n`);
  for (const [file, ...args] of fs.existsSync(program) ? [] : install) {
    process.stdout.write(`Installing ${name}…\n`);
    const code = await run(file, args, env ? { env } : {}).catch((error: Error) => error.message);
    if (code !== 0) return skip(`'${file}' failed (${code})`);
  }
  const port = await freePort();
  const [file, ...args] = command(port);
  const child = spawn(file, args, { cwd: folder, stdio: "ignore" });
  child.on("error", () => {});
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end && child.exitCode === null && child.pid !== undefined) {
    if (await accepts(port)) return [`http://${ADDRESS}:${port}`, child];
    await sleep(100);
  }
  child.kill();
  return skip("it did not start");
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, ADDRESS, () => socket.destroy());
    socket.on("error", () => resolve(false));
    socket.on("close", (failed) => resolve(!failed));
  });
}

fs.mkdirSync(folder, { recursive: true });
const env: NodeJS.ProcessEnv = {};
const children: ChildProcess[] = [];
try {
  for (const server of servers) {
    const started = await startServer(server);
    if (started === undefined) continue;
    env[server.variable] = started[0];
    children.push(started[1]);
  }
  process.exitCode = await tool("vitest", ["run", "engine/stores"], { env });
} finally {
  for (const child of children) child.kill();
}
