import path from "node:path";
import { parseArgs } from "node:util";
import { readBackendConfig } from "../start/backend-config.ts";
import { isStoreUrl } from "../../engine/stores/store-url.ts";

export interface DesktopFlags {
  /** Null: the system's folder for application data. */
  readonly dataDirectory: string | null;
  /** Folders and URLs; empty: the sample models in the data directory. */
  readonly modelRepositories: readonly string[];
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
      "model-repository": { type: "string", multiple: true },
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
    modelRepositories: [values["model-repository"] ?? []].flat().flatMap((value) => {
      if (isStoreUrl(String(value))) return [String(value)];
      return folder(value) ?? [];
    }),
    openControl: values["engine-open-control"] === true,
    backendConfig: readBackendConfig(
      [values["backend-config"] ?? []].flat().map((value) => (value === true ? "" : String(value))),
      cwd,
    ),
  };
}
