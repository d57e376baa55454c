import path from "node:path";
import { checkBackendSettings } from "../../engine/serving/backend-settings.ts";
import { UsageError } from "../cli/command.ts";

const EXECUTABLE = /^python,executable=(.*)$/s;

/**
 * The values of `--backend-config` for the embedded engine, checked like `serve` does; a relative
 * path of an interpreter is resolved from `cwd`. Throws a UsageError.
 */
export function readBackendConfig(values: readonly string[], cwd: string): string[] {
  const settings = values.map((value) => {
    const executable = EXECUTABLE.exec(value)?.[1];
    if (/\p{Cc}/u.test(value))
      throw new UsageError(`--backend-config has a control character: ${JSON.stringify(value)}.`);
    // A name without a folder is looked up in PATH.
    if (executable === undefined || !/[\\/]/.test(executable)) return value;
    return `python,executable=${path.resolve(cwd, executable)}`;
  });
  try {
    checkBackendSettings(settings);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  return settings;
}
