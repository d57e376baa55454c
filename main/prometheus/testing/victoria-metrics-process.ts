import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../base/free-port.ts";
import type { PrometheusProcess } from "./prometheus-process.ts";

/** Why tests with a real VictoriaMetrics are skipped; null: VICTORIA_METRICS_PATH names its program. */
export const noVictoriaMetrics: string | null =
  process.env["VICTORIA_METRICS_PATH"] === undefined
    ? "There is no VictoriaMetrics: `npm run test:real` gets it."
    : null;

interface Options {
  readonly job: string;
  /** HOST:PORT */
  readonly target: string;
  readonly user: string;
  readonly password: string;
}

/** A real VictoriaMetrics on loopback that scrapes a target every second; it ends when it is disposed of. */
export async function startVictoriaMetrics(options: Options): Promise<PrometheusProcess> {
  const { job, target, user, password } = options;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-victoria-"));
  const config = path.join(directory, "scrape.yml");
  // JSON is YAML.
  fs.writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: "1s", scrape_timeout: "1s" },
      scrape_configs: [{ job_name: job, static_configs: [{ targets: [target] }] }],
    }),
  );
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    process.env["VICTORIA_METRICS_PATH"] ?? "victoria-metrics",
    [
      `-promscrape.config=${config}`,
      `-storageDataPath=${path.join(directory, "data")}`,
      `-httpListenAddr=${address}`,
      `-httpAuth.username=${user}`,
      `-httpAuth.password=${password}`,
      "-retentionPeriod=1",
      // Otherwise the newest 30 s are left out of answers.
      "-search.latencyOffset=1s",
      "-loggerLevel=ERROR",
    ],
    { stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = async () => {
    child.kill("SIGTERM");
    await ended;
    fs.rmSync(directory, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://${address}/health`).catch(() => null);
    if (answer && (answer.ok || answer.status === 401))
      return { address, data: directory, [Symbol.asyncDispose]: end };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await end();
  throw new Error("VictoriaMetrics is not ready after 30 s");
}
