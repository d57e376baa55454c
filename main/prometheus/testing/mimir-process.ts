import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort } from "../../../base/free-port.ts";
import {
  noPrometheus,
  type PrometheusProcess,
  startPrometheusProcess,
} from "./prometheus-process.ts";

const program = process.env["MIMIR_PATH"];
const LOOPBACK = "127.0.0.1";

/** Why tests with a real Mimir are skipped; null: MIMIR_PATH names its program. */
export const noMimir: string | null =
  program === undefined ? "There is no Mimir: `npm run test:real` builds it." : noPrometheus;

export const TENANT = "ops";

/**
 * A real Mimir on loopback, all of it in one process, to which a Prometheus that scrapes the target every second writes as TENANT. Its
 * address has the path of its API.
 */
export async function startMimir(target: string): Promise<PrometheusProcess> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-mimir-"));
  const port = await freePort();
  const config = path.join(directory, "mimir.yml");
  // JSON is YAML.
  fs.writeFileSync(config, JSON.stringify(await configIn(directory, port)));
  const child = spawn(program ?? "mimir", [`-config.file=${config}`], {
    cwd: directory,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (words = (words + text).slice(-4000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await using started = new AsyncDisposableStack();
  started.defer(() => fs.rmSync(directory, { recursive: true, force: true }));
  started.defer(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const origin = `http://${LOOPBACK}:${port}`;
  for (let tries = 0; !(await isReady(origin)); tries++) {
    if (tries === 600 || child.exitCode !== null) throw new Error(`Mimir is not ready: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const writer = started.use(await startWriter(`${origin}/api/v1/push`));
  const prometheus = started.use(
    await startPrometheusProcess({
      jobs: [{ job: "triton", targets: [target] }],
      remoteWrite: writer.url,
    }),
  );
  const all = started.move();
  return {
    address: `${LOOPBACK}:${port}/prometheus`,
    data: prometheus.data,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Forwards what is written to it as TENANT: Debian's Prometheus 2.42 doesn't send a remote write's headers. */
async function startWriter(url: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = http.createServer((request, response) => {
    void forwardWrite(url, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function forwardWrite(
  url: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const kept = ["content-encoding", "content-type", "x-prometheus-remote-write-version"];
  const headers = Object.fromEntries(kept.map((name) => [name, String(request.headers[name])]));
  const written = await fetch(url, {
    method: "POST",
    headers: { ...headers, "X-Scope-OrgID": TENANT },
    body: await buffer(request),
  }).catch(() => null);
  response.writeHead(written?.status ?? 502).end(await written?.text());
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/ready`).catch(() => null);
  return response?.ok === true;
}

/** Blocks in files; rings in memory, so that nothing is announced to other machines, nor is usage. */
async function configIn(directory: string, port: number) {
  const ring = { kvstore: { store: "inmemory" }, instance_addr: LOOPBACK };
  const alone = { ...ring, replication_factor: 1 };
  const folder = (name: string) => path.join(directory, name);
  return {
    target: "all",
    multitenancy_enabled: true,
    usage_stats: { enabled: false },
    activity_tracker: { filepath: "" },
    server: {
      http_listen_address: LOOPBACK,
      http_listen_port: port,
      grpc_listen_address: LOOPBACK,
      grpc_listen_port: await freePort(),
      log_level: "error",
    },
    memberlist: { bind_addr: [LOOPBACK], bind_port: await freePort() },
    common: { storage: { backend: "filesystem", filesystem: { dir: folder("common") } } },
    blocks_storage: {
      filesystem: { dir: folder("blocks") },
      tsdb: { dir: folder("tsdb") },
      bucket_store: { sync_dir: folder("sync") },
    },
    ruler_storage: { backend: "filesystem", filesystem: { dir: folder("rules") } },
    ruler: { rule_path: folder("rule-path"), ring },
    compactor: { data_dir: folder("compactor"), sharding_ring: ring },
    ingester: { ring: { ...alone, min_ready_duration: "0s" } },
    distributor: { ring },
    store_gateway: { sharding_ring: alone },
    query_scheduler: { ring },
    frontend: { address: LOOPBACK },
  };
}
