import process from "node:process";
import { visibleLine } from "../../base/one-line.ts";

export { visibleLine };

/** Like {@link visibleLine}, but keeps line ends and tabs. */
export function visible(text: string): string {
  return text.replace(/[^\n\t]+/g, visibleLine);
}

/** All output of the command line goes through this and {@link printError} (CLI-1). */
export function print(text: string): void {
  process.stdout.write(visible(text));
}

export function printError(text: string): void {
  process.stderr.write(visible(text));
}
