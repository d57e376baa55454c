import { suggestedName } from "../config/near.ts";

/** A command-line flag and how this server handles it. */
export interface Flag {
  readonly name: string;
  /**
   * The value's type in the help: N is a whole number, BOOL true or false. Absent if it takes none.
   */
  readonly value?: string;
  readonly help: string;
  /** Other values are rejected. */
  readonly shape?: RegExp;
  /** It is an older name of another flag. */
  readonly sameAs?: string;
  /** It is accepted without effect: the reason. */
  readonly idle?: string;
  /**
   * It would change the server's behaviour and is missing: values without effect, why others are
   * rejected, and an alternative.
   */
  readonly missing?: { readonly neutral: RegExp; readonly reason: string };
}

/** An invalid command line; the message is a sentence for the user. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}

/**
 * Parses a command line like tritonserver (getopt_long) into the values of each flag in order:
 * `--flag=value`, `--flag value`, and any unambiguous prefix of a name (SERVING-1). A boolean flag
 * may have no value and then means true. Throws a FlagError for an unknown flag, a missing value
 * and anything else.
 */
export function flagValues(argv: readonly string[], table: readonly Flag[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? "";
    if (arg === "--" && i === argv.length - 1) break;
    const [, written, attached] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (written === undefined) {
      const unexpected = arg === "--" ? (argv[i + 1] ?? "") : arg;
      throw new FlagError(`Unexpected argument '${unexpected}': every flag begins with '--'.`);
    }
    const flag = find(written, table);
    const following = argv[i + 1];
    const takesFollowing =
      attached === undefined && following !== undefined && takes(flag, following);
    if (takesFollowing) i += 1;
    const value = attached ?? (takesFollowing ? following : undefined);
    if (value === undefined && !mayStandAlone(flag)) {
      throw new FlagError(`--${flag.name} needs a value: --${flag.name}=${flag.value}.`);
    }
    const name = flag.sameAs ?? flag.name;
    values.set(name, [...(values.get(name) ?? []), value ?? "true"]);
  }
  return values;
}

function mayStandAlone({ name, value }: Flag): boolean {
  return value === undefined || value === "BOOL" || name === "log-verbose";
}

/**
 * The next argument is the flag's value, unless the flag takes none, or its value is optional and
 * another flag follows.
 */
function takes(flag: Flag, following: string): boolean {
  return flag.value !== undefined && !(mayStandAlone(flag) && following.startsWith("--"));
}

function find(written: string, table: readonly Flag[]): Flag {
  const exact = table.find(({ name }) => name === written);
  const [begins, ...more] = table.filter(({ name }) => name.startsWith(written));
  const found = exact ?? begins;
  if (found === undefined) throw unknownFlag(written, table);
  if (exact !== undefined || more.length === 0) return found;
  const names = [found, ...more].map(({ name }) => `--${name}`).join(", ");
  throw new FlagError(`Flag '--${written}' is ambiguous: it may be ${names}.`);
}

function unknownFlag(written: string, table: readonly Flag[]): FlagError {
  const near = suggestedName(
    written,
    table.map(({ name }) => name),
  );
  const hint = near === undefined ? "--help lists all flags." : `Did you mean '--${near}'?`;
  return new FlagError(`Unknown flag '--${written}'. ${hint}`);
}

/**
 * The given flags of tritonserver that have no effect here, each with the reason (SERVING-2).
 * Throws a FlagError for an invalid value, and for a missing feature (SERVING-3).
 */
export function withoutEffect(flags: FlagReader, table: readonly Flag[]): string[] {
  return table.flatMap((flag) => {
    const { name, idle, missing } = flag;
    const given = idle === undefined && missing === undefined ? [] : flags.all(name);
    for (const value of given) {
      checkShape(flag, value);
      if (missing === undefined || missing.neutral.test(value)) continue;
      throw new FlagError(`--${name}=${value} is not possible here: ${missing.reason}.`);
    }
    return given.length > 0 ? [`--${name} (${idle ?? missing?.reason})`] : [];
  });
}

function checkShape({ name, value: kind, help, shape }: Flag, value: string): void {
  if (shape?.test(value) === false) {
    throw new FlagError(`--${name} takes ${kind} (${help}), not '${value}'.`);
  }
  if (kind === "BOOL") truth(name, value);
  if (kind === "N" && !/^-?\d+$/.test(value)) {
    throw new FlagError(`--${name} takes a whole number, not '${value}'.`);
  }
}

/** The values converted to the flags' types; each reader throws a FlagError with flag and value. */
export class FlagReader {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** The last one counts. */
  text(name: string): string | undefined {
    return this.all(name).at(-1);
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.text(name);
    return value === undefined ? fallback : truth(name, value);
  }

  integer(name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
    const value = this.text(name);
    return value === undefined ? fallback : wholeNumber(`--${name}`, value, max);
  }

  /** Case-insensitive. */
  choice<Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback: Choice,
  ): Choice {
    const value = this.text(name) ?? fallback;
    const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
    if (found !== undefined) return found;
    throw new FlagError(`--${name} takes ${choices.join(", ")}, not '${value}'.`);
  }
}

function truth(name: string, value: string): boolean {
  if (/^(true|1|on)$/i.test(value)) return true;
  if (/^(false|0|off)$/i.test(value)) return false;
  throw new FlagError(`--${name} takes true or false, not '${value}'.`);
}

export function wholeNumber(what: string, value: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? "a whole number from 0" : `0 to ${max}`;
  throw new FlagError(`${what} takes ${range}, not '${value}'.`);
}
