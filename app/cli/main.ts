// `npm run --silent batchdeck -- COMMAND`: the same engine and lab from a shell.
import { type Command, UsageError } from "./command.ts";
import { print, printError } from "./output.ts";

/** Loaded on demand: `--help` doesn't start a runtime. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import("./serve.ts")).serveCommand,
  "sample-models": async () => (await import("./sample-models.ts")).sampleModelsCommand,
  measure: async () => (await import("./measure/measure.ts")).measureCommand,
  simulate: async () => (await import("./simulate.ts")).simulateCommand,
  tune: async () => (await import("./tune.ts")).tuneCommand,
  "cache-worth": async () => (await import("./cache-worth.ts")).cacheWorthCommand,
  lint: async () => (await import("./lint.ts")).lintCommand,
  format: async () => (await import("./format.ts")).formatCommand,
  "sign-in-link": async () => (await import("./sign-in-link.ts")).signInLinkCommand,
};

async function overview(): Promise<string> {
  const lines: string[] = [];
  for (const load of Object.values(commands)) {
    const { name, summary } = await load();
    lines.push(`  ${name.padEnd(16)}${summary}`);
  }
  return [
    "Usage: npm run --silent batchdeck -- COMMAND [flags]",
    "",
    ...lines,
    "",
    "COMMAND --help lists its flags. `npm start` opens the console.",
    "",
  ].join("\n");
}

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    print(await overview());
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    throw new UsageError(
      `There is no command '${name}'. There are: ${Object.keys(commands).join(", ")}.`,
    );
  }
  const command = await load();
  if (rest.includes("--help") || rest.includes("-h")) {
    print(`${command.help.trimEnd()}\n`);
    return 0;
  }
  return await command.run(rest);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  printError(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
