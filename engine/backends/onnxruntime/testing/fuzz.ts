import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface FuzzResult {
  readonly tried: number;
  readonly refused: number;
  readonly ran: number;
  readonly failedRuns: number;
  /** Numbers of the files that crashed the process. */
  readonly crashed: readonly number[];
}

const PROGRAM = fileURLToPath(new URL("./fuzz-run.ts", import.meta.url));

/**
 * Tries this many mutated files in child processes; after a crash it continues with the next file.
 */
export async function fuzz(files: number): Promise<FuzzResult> {
  const directory = await mkdtemp(join(tmpdir(), "batchdeck-fuzz-"));
  const total = { refused: 0, ran: 0, failedRuns: 0, notRun: 0 };
  const crashed: number[] = [];
  try {
    for (let first = 0; first < files; ) {
      const output = await run(directory, first, files);
      if (output !== undefined) {
        for (const [name, count] of Object.entries(JSON.parse(output) as typeof total)) {
          total[name as keyof typeof total] += count;
        }
        break;
      }
      const number = Number(await readFile(join(directory, "trying"), "utf8"));
      crashed.push(number);
      first = number + 1;
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  const tried = total.refused + total.ran + total.failedRuns + total.notRun;
  return { ...total, tried, crashed };
}

/** The program's output; undefined if it ended early. */
async function run(directory: string, first: number, end: number): Promise<string | undefined> {
  const child = spawn(process.execPath, [PROGRAM, directory, String(first), String(end)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return code === 0 ? output : undefined;
}
