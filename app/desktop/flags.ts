import path from "node:path";
import { parseArgs } from "node:util";
import { readBackendConfig } from "../start/backend-config.ts";
import { isStoreUrl } from "../../engine/stores/store-url.ts";

export interface DesktopFlags {
  /** Null: the system's folder for application data. */
  readonly dataDirectory: string | null;
  /** Null: the sample models in the data directory. */
  readonly modelRepository: string | null;
  /** Let any local program control the embedded engine. */
  readonly openControl: boolean;
  /** Of the embedded engine. */
  readonly backendConfig: readonly string[];
}

/**
 * Parses `--data-dir`, `--model-repository`, `--backend-config` and `--engine-open-control`.
 * Ignores everything else: the same command line has Chromium's switches, and arguments that the
 * system adds when it opens an application. Throws a UsageError for an invalid backend setting.
 */
export function readDesktopFlags(args: readonly string[], cwd: string): DesktopFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      "data-dir": { type: "string" },
      "model-repository": { type: "string" },
      "backend-config": { type: "string", multiple: true },
      "engine-open-control": { type: "boolean" },
    },
    allowPositionals: true,
    strict: false,
  });
  const folder = (value: unknown) =>
    typeof value === "string" && value !== "" ? path.resolve(cwd, value) : null;
  return {
    dataDirectory: folder(values["data-dir"]),
    modelRepository: isStoreUrl(String(values["model-repository"]))
      ? String(values["model-repository"])
      : folder(values["model-repository"]),
    openControl: values["engine-open-control"] === true,
    backendConfig: readBackendConfig(
      [values["backend-config"] ?? []].flat().map((value) => (value === true ? "" : String(value))),
      cwd,
    ),
  };
}
