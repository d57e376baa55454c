import path from "node:path";
import { parseFlags, UsageError } from "../cli/command.ts";
import { readBackendConfig } from "./backend-config.ts";
import { defaultDataDirectory } from "./data-directory.ts";
import { isStoreUrl, parseStoreUrl } from "../../engine/stores/store-url.ts";

/** Port of the console in a browser; the next free one if it is in use. */
export const DEFAULT_PORT = 7400;

export interface StartFlags {
  /** Serve the console to a browser without trying the desktop window. */
  readonly web: boolean;
  /** Null: 7400 or the next free one. */
  readonly port: number | null;
  readonly open: boolean;
  readonly dataDirectory: string;
  /** Folders and URLs; empty: the sample repository in the data directory. */
  readonly modelRepositories: readonly string[];
  /** Let any local program control the embedded engine. */
  readonly openControl: boolean;
  /** Of the embedded engine. */
  readonly backendConfig: readonly string[];
  readonly help: boolean;
}

export const startHelp = `Usage: npm start [-- FLAGS]

Opens the console: in a desktop window where Electron and a display are to be had, else in a browser.

  --web                    serve the console to a browser, whatever else is possible
  --port N                 port of the console in a browser (default ${DEFAULT_PORT}, or the next free one)
  --no-open                do not open the browser
  --data-dir DIR           where drafts, history and experiments are kept
                           (default ${defaultDataDirectory()})
  --model-repository DIR   models to serve, also an s3://, gs:// or as:// URL; may be repeated (default: sample models,
                           made on the first start)
  --backend-config SETTING a backend's setting for the embedded engine, as for serve: python,executable=PATH,
                           python,execute-timeout-seconds=N and others; may be repeated
  --engine-open-control    let every program on this machine load and unload the engine's models, change its settings and
                           read its telemetry (default: this console alone; inference is always open)
  --help                   this text
`;

/** A port from 1 to 65535. Throws UsageError. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw new UsageError(`--port takes a port from 1 to 65535, not '${text}'.`);
}

/** A folder, or the URL of a store. Throws UsageError. */
function readRepository(text: string, cwd: string): string {
  if (!isStoreUrl(text)) return path.resolve(cwd, text);
  try {
    return parseStoreUrl(text).url;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * Parses the flags of `npm start`; relative folders are resolved from `cwd`. Throws a UsageError.
 */
export function readStartFlags(args: readonly string[], cwd: string): StartFlags {
  const { values, positionals } = parseFlags(args, {
    web: { type: "boolean", default: false },
    port: { type: "string" },
    "no-open": { type: "boolean", default: false },
    "data-dir": { type: "string" },
    "model-repository": { type: "string", multiple: true, default: [] },
    "backend-config": { type: "string", multiple: true, default: [] },
    "engine-open-control": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  });
  if (positionals[0]) throw new UsageError(`Unexpected argument '${positionals[0]}'.`);
  const port = values.port;
  return {
    web: values.web,
    port: port === undefined ? null : portNumber(port),
    open: !values["no-open"],
    dataDirectory: path.resolve(cwd, values["data-dir"] ?? defaultDataDirectory()),
    modelRepositories: values["model-repository"].map((each) => readRepository(each, cwd)),
    openControl: values["engine-open-control"],
    backendConfig: readBackendConfig(values["backend-config"], cwd),
    help: values.help,
  };
}
