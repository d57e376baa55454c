import { shortShellWord } from "../../../base/shell-word.ts";

/** `--name=value`, which also works for values that begin with a dash. */
export const flag = (name: string, value: string | number) =>
  `--${name}=${shortShellWord(String(value))}`;

/** A short flag, or its long form where the value could be taken for a flag. */
export const shortFlag = (short: string, long: string, value: string) =>
  value.startsWith("-") || value === "" ? flag(long, value) : `-${short} ${shortShellWord(value)}`;

/**
 * A tensor's or a column's name where `=` and `,` separate it from what follows: these and `%` become %3D, %2C and %25.
 */
export const encodeName = (name: string) =>
  name.replace(/[%=,]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** The reverse of {@link encodeName}. */
export const decodeName = (text: string) =>
  text.replace(/%(3D|2C|25)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
