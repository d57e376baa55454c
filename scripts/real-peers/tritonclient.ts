import fs from "node:fs";
import path from "node:path";
import { installPerfAnalyzer } from "../../bench/tools/install.ts";
import { run } from "../process.ts";
import { type Command, python, venv } from "./peers.ts";

const MINUTE = 60_000;

/** The branch of `triton-inference-server/client` whose examples are run. */
const EXAMPLES = "r26.04";

/** NVIDIA's Python client, without which its tests are skipped, and its examples. */
export async function findTritonclient(cache: string): Promise<NodeJS.ProcessEnv> {
  const folder = path.join(cache, "tritonclient");
  if (!fs.existsSync(path.join(folder, "installed"))) {
    // attrdict and pillow: for the examples with images.
    const packages = ["tritonclient[all]==2.73.0", "pillow==13.0.0", "attrdict==2.0.1"];
    const failed = await runAll("tritonclient", venv(folder, ...packages));
    if (failed) return {};
    fs.writeFileSync(path.join(folder, "installed"), "");
  }
  const examples = await findExamples(folder);
  return {
    BATCHDECK_TRITONCLIENT: python(folder),
    ...(examples === null ? {} : { BATCHDECK_TRITONCLIENT_EXAMPLES: examples }),
  };
}

/** The folder of the scripts: TRITON_CLIENT_EXAMPLES, or fetched, since PyPI's package has none. */
async function findExamples(folder: string): Promise<string | null> {
  const named = process.env["TRITON_CLIENT_EXAMPLES"];
  if (named !== undefined) return path.resolve(named);
  const clone = path.join(folder, "client");
  const examples = path.join(clone, "src", "python", "examples");
  if (fs.existsSync(examples)) return examples;
  const source = "https://github.com/triton-inference-server/client";
  const git = ["clone", "--quiet", "--depth=1", `--branch=${EXAMPLES}`, source, clone];
  const failed = await runAll("tritonclient's examples", [["git", ...git]]);
  if (failed) print("TRITON_CLIENT_EXAMPLES can name a folder that has them.");
  return failed ? null : examples;
}

/** As JSON; perf_analyzer needs CUDA's runtime for any shared memory. */
export async function findPerfAnalyzer(cache: string): Promise<NodeJS.ProcessEnv> {
  const found = await installPerfAnalyzer();
  if (found === null) return {};
  const folder = path.join(cache, "cuda-runtime");
  const libraries = path.join(folder, "nvidia", "cuda_runtime", "lib");
  const library = path.join(libraries, "libcudart.so");
  if (!fs.existsSync(library)) {
    const pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", folder];
    const failed = await runAll("perf_analyzer", [
      ["python3", ...pip, "nvidia-cuda-runtime-cu12==12.9.79"],
      ["ln", "-sfn", "libcudart.so.12", library],
    ]);
    if (failed) return {};
  }
  const at = found.indexOf("--library-path");
  const command =
    at === -1
      ? ["env", `LD_LIBRARY_PATH=${libraries}`, ...found]
      : found.with(at + 1, `${found[at + 1]}:${libraries}`);
  return { BATCHDECK_PERF_ANALYZER: JSON.stringify(command) };
}

/** Whether one failed; its reason is printed. */
async function runAll(name: string, commands: readonly Command[]): Promise<boolean> {
  print(`Installing ${name}…`);
  for (const [file, ...args] of commands) {
    const options = { timeoutMs: 10 * MINUTE };
    const code = await run(file, args, options).catch(({ message }: Error) => message);
    if (code === 0) continue;
    print(`${name} is skipped: '${[file, ...args].join(" ")}' failed (${code}).`);
    return true;
  }
  return false;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
