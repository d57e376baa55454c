import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../../base/free-port.ts";

/**
 * The `site-packages` folder of an environment with PyPI's `nvidia-pytriton` (tried: 0.7.0), whose
 * wheel contains a Triton server and its Python backend; set by BATCHDECK_PYTRITON. LD_LIBRARY_PATH
 * must include that environment's libpython if the system doesn't find it. Undefined if not set.
 */
export function findTriton(): string | undefined {
  const folder = process.env["BATCHDECK_PYTRITON"];
  return folder !== undefined && existsSync(join(folder, "pytriton/tritonserver"))
    ? folder
    : undefined;
}

/** A real Triton with its Python backend, over HTTP on loopback. */
export class RealTriton implements AsyncDisposable {
  readonly http: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(http: string, child: ChildProcess, folder: string) {
    this.http = http;
    this.#child = child;
    this.#folder = folder;
  }

  /** Resolves when it is ready. */
  static async start(
    packages: string,
    repository: string,
    flags: readonly string[] = [],
  ): Promise<RealTriton> {
    const folder = mkdtempSync(join(tmpdir(), "real-triton-"));
    const server = join(folder, "tritonserver");
    cpSync(join(packages, "pytriton/tritonserver"), server, { recursive: true });
    const backend = join(server, "backends/python");
    const version = /python(3\.\d+)/.exec(packages)?.[1] ?? "3.11";
    cpSync(join(server, "python_backend_stubs", version), backend, { recursive: true });
    // The stub finds modules next to the backend, independent of its Python's paths.
    for (const name of readdirSync(packages).filter((one) => /^numpy(\.libs)?$/.test(one))) {
      symlinkSync(join(packages, name), join(backend, name));
    }
    const port = await freePort();
    const child = spawn(
      join(server, "bin/tritonserver"),
      [
        `--model-repository=${repository}`,
        `--backend-directory=${join(server, "backends")}`,
        // Two servers with one name for their shared memory end each other (README, "Running Multiple Instances of Triton Server").
        `--backend-config=python,shm-region-prefix-name=batchdeck${port}`,
        `--cache-directory=${join(server, "caches")}`,
        "--http-address=127.0.0.1",
        `--http-port=${port}`,
        "--allow-grpc=false",
        "--allow-metrics=false",
        "--exit-on-error=false",
        ...flags,
      ],
      {
        stdio: ["ignore", "ignore", process.env["DEBUG"] ? "inherit" : "ignore"],
        env: {
          ...process.env,
          LD_LIBRARY_PATH: [
            join(packages, "nvidia_pytriton.libs"),
            process.env["LD_LIBRARY_PATH"] ?? "",
          ].join(":"),
        },
      },
    );
    const triton = new RealTriton(`127.0.0.1:${port}`, child, folder);
    for (let second = 0; second < 150; second += 0.5) {
      const live = await fetch(`http://${triton.http}/v2/health/live`).catch(() => undefined);
      if (live?.ok) return triton;
      if (child.exitCode !== null) break;
      await sleep(500);
    }
    await triton[Symbol.asyncDispose]();
    throw new Error("Triton did not start");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await exit;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
