import { type Print, printToTerminal } from "./process.ts";

export interface Step {
  readonly name: string;
  /** Resolves with an exit code. `print` is set if other steps print at the same time. */
  run(print?: Print): Promise<number>;
}

/**
 * Runs steps in order, prints how long each took, and stops with the code of the first one that
 * fails.
 */
export async function runSteps(steps: readonly Step[], print?: Print): Promise<number> {
  const say = print ?? printToTerminal;
  for (const step of steps) {
    const started = Date.now();
    say(print ? `── ${step.name}` : `\n── ${step.name}`);
    const code = await step.run(print);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    say(`── ${step.name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s`);
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Runs lanes of steps concurrently, with the lane's name in each line of output. A failing lane
 * doesn't stop the others. The last lines repeat each step's result. Resolves with the names of
 * steps that failed, and those of lanes that threw.
 */
export async function runLanes(
  lanes: Readonly<Record<string, readonly Step[]>>,
  print: Print = printToTerminal,
): Promise<readonly string[]> {
  const width = Math.max(...Object.keys(lanes).map((name) => name.length));
  const results: string[] = [];
  const failed: string[] = [];
  await Promise.all(
    Object.entries(lanes).map(([name, steps]) => {
      const printLane: Print = (line) => {
        const [, step, result] = /^── (.+): (passed|FAILED) in /.exec(line) ?? [];
        if (result) results.push(line);
        if (step && result === "FAILED") failed.push(step);
        print(`${name.padEnd(width)} │ ${line}`);
      };
      return runSteps(steps, printLane).catch((error: Error) => {
        results.push(`── ${name}: FAILED: ${error.message}`);
        failed.push(name);
      });
    }),
  );
  for (const line of results) print(line);
  return failed;
}
