export interface Step {
  readonly name: string;
  run(): Promise<number>;
}

/** Runs steps in order, says how long each took, and stops with its code at the first that fails. */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  for (const step of steps) {
    const started = Date.now();
    process.stdout.write(`\n── ${step.name}\n`);
    const code = await step.run();
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`── ${step.name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s\n`);
    if (code !== 0) return code;
  }
  return 0;
}
