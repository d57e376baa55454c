/** The values that an option accepts. */
export interface OptionValues {
  /** Completes a sentence after "expected". */
  readonly expected: string;
  readonly accepts: (value: string) => boolean;
}

/** The runtime rejects longer values. */
const MAX_TEXT = 1024;

export function wholeNumber(min: number, max: number): OptionValues {
  return {
    expected: `a whole number from ${min} to ${max}`,
    accepts: (value) =>
      /^(?:0|-?[1-9][0-9]{0,15})$/.test(value) && Number(value) >= min && Number(value) <= max,
  };
}

export function oneOf(...values: readonly string[]): OptionValues {
  const [last] = values.slice(-1);
  const quoted = values.map((value) => `"${value}"`);
  return {
    expected: values.length === 1 ? `"${last}"` : quoted.join(" or "),
    accepts: (value) => values.includes(value),
  };
}

/** `shape` must match the whole value; `expected` describes it. */
export function pattern(expected: string, shape: RegExp): OptionValues {
  return { expected, accepts: (value) => value.length <= MAX_TEXT && shape.test(value) };
}
