import { parseArgs, type ParseArgsConfig } from "node:util";

/** A subcommand of `batchdeck`. `run` returns the exit code; a UsageError becomes a sentence and code 2. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole of `batchdeck NAME --help`. */
  readonly help: string;
  run(args: readonly string[]): Promise<number>;
}

export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** `parseArgs`, strict, whose complaints are UsageErrors. */
export function parseFlags<T extends ParseArgsConfig["options"]>(
  args: readonly string[],
  options: T,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options: options ?? {}, allowPositionals, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
