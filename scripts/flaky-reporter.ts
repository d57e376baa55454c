import type { Reporter, TestModule } from "vitest/node";

/** Lists tests that only passed at the second attempt, which the default reporter doesn't. */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `  ${module.relativeModuleId} > ${test.fullName}`),
    );
    if (flaky.length === 0) return;
    process.stdout.write(`${flaky.length} flaky: passed at the second try\n${flaky.join("\n")}\n`);
  }
}
