import process from "node:process";
import { visibleLine } from "../../base/one-line.ts";

export { visibleLine };

/** As {@link visibleLine}, but line ends and tabs are the text's own. */
export function visible(text: string): string {
  return text.replace(/[^\n\t]+/g, visibleLine);
}

/** All that the command line prints goes through here and {@link printError} (SPEC.md, CLI-1). */
export function print(text: string): void {
  process.stdout.write(visible(text));
}

export function printError(text: string): void {
  process.stderr.write(visible(text));
}
