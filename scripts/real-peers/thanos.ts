import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { run } from "../process.ts";

const MODULE = "github.com/thanos-io/thanos@v0.42.0";
const MINUTE = 60_000;

/** Builds Thanos from its Go module; null after printing a reason. */
export async function findThanos(cache: string): Promise<string | null> {
  const folder = path.join(cache, "thanos");
  const program = path.join(folder, "thanos");
  if (fs.existsSync(program)) return program;
  const skip = (reason: string) => {
    process.stdout.write(`Thanos is skipped: ${reason}.\n`);
    return null;
  };
  const go = ["go", "/usr/local/go/bin/go"].find((each) => !spawnSync(each, ["version"]).error);
  if (go === undefined) return skip("it is built with Go, which isn't installed");
  process.stdout.write("Building Thanos, which takes some minutes…\n");
  const download = spawnSync(go, ["mod", "download", "-json", MODULE], { encoding: "utf8" });
  if (download.status !== 0) return skip(`its module can't be had (${download.stdout.trim()})`);
  const { Dir: module } = JSON.parse(download.stdout) as { Dir: string };
  const source = path.join(folder, "source");
  fs.rmSync(source, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  // Its go.mod replaces modules, which holds for the main module alone. Modules are kept read-only.
  // Without the tag its sidecar panics.
  const commands = [
    'cp -r "$1" "$2"',
    'chmod -R u+w "$2"',
    'cd "$2"',
    '"$3" build -mod=mod -tags slicelabels -o "$4" ./cmd/thanos',
  ];
  const options = { timeoutMs: 60 * MINUTE };
  const code = await run(
    "sh",
    ["-c", commands.join(" && "), "sh", module, source, go, program],
    options,
  ).catch((error: Error) => error.message);
  fs.rmSync(source, { recursive: true, force: true });
  return code === 0 && fs.existsSync(program) ? program : skip(`its build failed (${code})`);
}
