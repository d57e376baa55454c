import { spawn } from "node:child_process";
import { median, medianAndSpread } from "../statistics/quantiles.ts";

/** What one tool reports of one run, by the figure's name with its unit. */
export type Reading = ReadonlyMap<string, number>;

/** One load, measured by both, taking turns. */
export interface Cell {
  readonly name: string;
  readonly tool: string;
  readonly ours: () => Promise<Reading>;
  readonly theirs: () => Promise<Reading>;
}

/**
 * The figures of both, and ours divided by theirs of the same round. Odd rounds begin with the other tool. A round in which
 * either has no results is left out, with the reason.
 */
export async function compare({ name, tool, ours, theirs }: Cell, rounds: number): Promise<void> {
  const pairs: { ours: Reading; theirs: Reading }[] = [];
  for (let round = 0; round < rounds; round++) {
    try {
      if (round % 2 === 0) {
        const mine = await ours();
        pairs.push({ ours: mine, theirs: await theirs() });
      } else {
        const other = await theirs();
        pairs.push({ ours: await ours(), theirs: other });
      }
    } catch (error) {
      console.log(`${name}, round ${round + 1} is left out: ${(error as Error).message}`);
    }
  }
  console.log(`\n${name}: Batchdeck and ${tool}, ${pairs.length} rounds; median [range]`);
  for (const figure of pairs[0]?.ours.keys() ?? []) {
    const known = pairs
      .map((pair) => [pair.ours.get(figure), pair.theirs.get(figure)] as const)
      .filter((pair): pair is [number, number] => pair.every((value) => Number.isFinite(value)));
    if (known.length === 0) continue;
    const mine = known.map(([value]) => value);
    const digits = median(mine) < 100 ? 2 : 0;
    const columns = [
      figure.padEnd(18),
      medianAndSpread(mine, digits).padEnd(26),
      medianAndSpread(
        known.map(([, value]) => value),
        digits,
      ).padEnd(26),
      `ratio ${medianAndSpread(
        known.map(([value, other]) => value / other),
        3,
      )}`,
      known.length < pairs.length ? ` (${known.length} rounds)` : "",
    ];
    console.log(`  ${columns.join(" ").trimEnd()}`);
  }
}

interface Options {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Codes that come with results. */
  readonly accepted?: readonly number[];
}

/** Runs a tool to its end; rejects with the end of its output. */
export function runTool(
  [program = "", ...args]: readonly string[],
  { cwd, env, accepted = [0] }: Options = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
      timeout: 300_000,
      ...(cwd === undefined ? {} : { cwd }),
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream
        .setEncoding("utf8")
        .on("data", (text: string) => (output = (output + text).slice(-2000)));
    child.on("error", reject);
    child.on("close", (code, signal) =>
      accepted.includes(code ?? -1)
        ? resolve()
        : reject(new Error(`${program} ended with ${code ?? signal}: ${output}`)),
    );
  });
}
