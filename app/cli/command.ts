import { parseArgs, type ParseArgsConfig } from "node:util";
import { StatusError } from "../../base/status-error.ts";

/**
 * A subcommand of `batchdeck`. `run` returns the exit code; a UsageError is printed as a sentence
 * and exits with code 2.
 */
export interface Command {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** The output of `batchdeck NAME --help`. */
  readonly help: string;
  run(args: readonly string[]): Promise<number>;
}

export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Converts INVALID_ARGUMENT for choices that don't fit the server or model to a UsageError. */
export async function asUsage<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof StatusError && error.code === "INVALID_ARGUMENT") {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Strict `parseArgs` that throws UsageErrors. */
export function parseFlags<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [complaint] = (error as Error).message.split(/\. To specify|\.?\n/);
    throw new UsageError(`${complaint}. See --help.`, { cause: error });
  }
}
