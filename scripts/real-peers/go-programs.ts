import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { run } from "../process.ts";

interface GoProgram {
  readonly name: string;
  /** With its version. */
  readonly module: string;
  /** In the module. */
  readonly directory: string;
  readonly tags: string;
}

/** Without the tag its sidecar panics. */
const THANOS: GoProgram = {
  name: "Thanos",
  module: "github.com/thanos-io/thanos@v0.42.0",
  directory: "./cmd/thanos",
  tags: "slicelabels",
};
/** Tags of its releases aren't module versions to Go. */
const MIMIR: GoProgram = {
  name: "Mimir",
  module: "github.com/grafana/mimir@v1.3.1-0.20260423142704-aced80d74930",
  directory: "./cmd/mimir",
  tags: "netgo,stringlabels",
};
const MINUTE = 60_000;

export const findThanos = (cache: string) => find(THANOS, cache);
export const findMimir = (cache: string) => find(MIMIR, cache);

/** Builds a program from its Go module; null after printing a reason. */
async function find(
  { name, module, directory, tags }: GoProgram,
  cache: string,
): Promise<string | null> {
  const folder = path.join(cache, name.toLowerCase());
  const program = path.join(folder, name.toLowerCase());
  if (fs.existsSync(program)) return program;
  const skip = (reason: string) => {
    process.stdout.write(`${name} is skipped: ${reason}.\n`);
    return null;
  };
  const go = ["go", "/usr/local/go/bin/go"].find((each) => !spawnSync(each, ["version"]).error);
  if (go === undefined) return skip("it is built with Go, which isn't installed");
  process.stdout.write(`Building ${name}, which takes some minutes…\n`);
  const download = spawnSync(go, ["mod", "download", "-json", module], { encoding: "utf8" });
  if (download.status !== 0) return skip(`its module can't be had (${download.stdout.trim()})`);
  const { Dir: downloaded } = JSON.parse(download.stdout) as { Dir: string };
  const source = path.join(folder, "source");
  fs.rmSync(source, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  // Its go.mod replaces modules, which holds for the main module alone. Modules are kept read-only.
  const commands = [
    'cp -r "$1" "$2"',
    'chmod -R u+w "$2"',
    'cd "$2"',
    '"$3" build -mod=mod -tags "$5" -o "$4" "$6"',
  ];
  const options = { timeoutMs: 60 * MINUTE };
  const code = await run(
    "sh",
    ["-c", commands.join(" && "), "sh", downloaded, source, go, program, tags, directory],
    options,
  ).catch((error: Error) => error.message);
  fs.rmSync(source, { recursive: true, force: true });
  return code === 0 && fs.existsSync(program) ? program : skip(`its build failed (${code})`);
}
