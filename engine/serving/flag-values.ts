import { foreignFlag } from "./foreign-flags.ts";
import { nearMatch } from "./near-match.ts";

/** A command line that cannot be understood; the message is a sentence for the person who typed it. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}

/** Flags that may stand alone and then mean true. */
export type BooleanFlags = ReadonlySet<string>;

/**
 * Reads `--flag=value` and `--flag value`, as tritonserver does, into the values of each flag in order.
 * Throws a FlagError for a flag that is not in `known`, for one without a value and for anything else.
 */
export function flagValues(
  argv: readonly string[],
  known: readonly string[],
  booleans: BooleanFlags,
): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? "";
    const [, name, attached] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) {
      throw new FlagError(`Unexpected argument '${arg}': every flag begins with '--'.`);
    }
    if (!known.includes(name)) throw unknownFlag(name, known);
    const following = argv[i + 1];
    const takesFollowing =
      attached === undefined && following !== undefined && !following.startsWith("--");
    if (takesFollowing) i += 1;
    const value = attached ?? (takesFollowing ? following : undefined);
    if (value === undefined && !booleans.has(name)) {
      throw new FlagError(`--${name} needs a value: --${name}=VALUE.`);
    }
    values.set(name, [...(values.get(name) ?? []), value ?? "true"]);
  }
  return values;
}

function unknownFlag(name: string, known: readonly string[]): FlagError {
  const foreign = foreignFlag(name);
  if (foreign !== undefined) {
    return new FlagError(`--${name} is tritonserver's and not for this server: ${foreign}.`);
  }
  const near = nearMatch(name, known);
  const hint = near === undefined ? "--help lists all flags." : `Did you mean '--${near}'?`;
  return new FlagError(`Unknown flag '--${name}'. ${hint}`);
}

/** The values as the types the flags have; each reader throws a FlagError that names flag and value. */
export class FlagReader {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** The last one given wins. */
  text(name: string): string | undefined {
    return this.all(name).at(-1);
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^(true|1|on)$/i.test(value)) return true;
    if (/^(false|0|off)$/i.test(value)) return false;
    throw new FlagError(`--${name} takes true or false, not '${value}'.`);
  }

  integer(name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
    const value = this.text(name);
    return value === undefined ? fallback : wholeNumber(`--${name}`, value, max);
  }

  choice<Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback: Choice,
  ): Choice {
    const value = this.text(name) ?? fallback;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw new FlagError(`--${name} takes ${choices.join(", ")}, not '${value}'.`);
  }
}

export function wholeNumber(what: string, value: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? "a whole number from 0" : `0 to ${max}`;
  throw new FlagError(`${what} takes ${range}, not '${value}'.`);
}
