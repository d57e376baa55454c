import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../base/free-port.ts";

/** Why tests with a real Prometheus are skipped; null: there is one. PROMETHEUS_PATH names another than the one in PATH. */
export const noPrometheus: string | null = (() => {
  const { error, status } = spawnSync(program(), ["--version"], { timeout: 10_000 });
  return error || status !== 0
    ? "There is no prometheus: install Debian's package of that name, or set PROMETHEUS_PATH."
    : null;
})();

export interface PrometheusProcess extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
  /** The folder of its time series. */
  readonly data: string;
}

interface ScrapedJob {
  readonly job: string;
  /** HOST:PORT of each target. */
  readonly targets: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
}

interface PrometheusOptions {
  readonly jobs: readonly ScrapedJob[];
  /** Lets in only who gives this name and password; the hash is bcrypt's of the password. */
  readonly user?: { readonly name: string; readonly bcrypt: string };
  /** Labels that it adds for others who read it. */
  readonly externalLabels?: Readonly<Record<string, string>>;
  /** URL to which it sends its samples as well, at once. */
  readonly remoteWrite?: string;
}

/** A real Prometheus on loopback that scrapes every second; it ends when it is disposed of. */
export async function startPrometheusProcess({
  jobs,
  user,
  externalLabels,
  remoteWrite,
}: PrometheusOptions): Promise<PrometheusProcess> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-prometheus-"));
  const file = (name: string, content: object) => {
    fs.writeFileSync(path.join(directory, name), JSON.stringify(content));
    return path.join(directory, name);
  };
  // JSON is YAML.
  const config = file("prometheus.yml", {
    global: {
      scrape_interval: "1s",
      scrape_timeout: "1s",
      ...(externalLabels && { external_labels: externalLabels }),
    },
    ...(remoteWrite !== undefined && {
      remote_write: [{ url: remoteWrite, queue_config: { batch_send_deadline: "200ms" } }],
    }),
    scrape_configs: jobs.map(({ job, targets, labels }) => ({
      job_name: job,
      static_configs: [{ targets, ...(labels && { labels }) }],
    })),
  });
  const web = user
    ? [`--web.config.file=${file("web.yml", { basic_auth_users: { [user.name]: user.bcrypt } })}`]
    : [];
  const data = path.join(directory, "data");
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    program(),
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=${address}`,
      "--log.level=error",
      ...web,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const end = async () => {
    await ended(child);
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    await ready(child, address);
  } catch (error) {
    await end();
    throw error;
  }
  return { address, data, [Symbol.asyncDispose]: end };
}

function program(): string {
  return process.env["PROMETHEUS_PATH"] ?? "prometheus";
}

async function ready(child: ChildProcess, address: string): Promise<void> {
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (words += text));
  for (let tries = 0; tries < 300; tries++) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended: ${words}`);
    const answer = await fetch(`http://${address}/-/ready`).catch(() => null);
    if (answer && (answer.ok || answer.status === 401)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Prometheus is not ready after 30 s: ${words}`);
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
