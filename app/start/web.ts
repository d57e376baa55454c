import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import http from "node:http";
import path from "node:path";
import process from "node:process";
import { reportUncaught } from "../../base/faults.ts";
import { shellWord } from "../../base/shell-word.ts";
import { onEndSignals } from "../../engine/serving/end-signals.ts";
import type { Host } from "../../main/host.ts";
import { readKeptRepositories } from "../../main/settings/repository-choice.ts";
import { lockDataDirectory } from "../../main/store/data-directory.ts";
import { EarlyEngine } from "../../main/supervision/early-engine.ts";
import { engineArguments } from "../../main/supervision/engine-arguments.ts";
import manifest from "../../package.json" with { type: "json" };
import { listenOn } from "../web/listen.ts";
import { pageServed } from "../web/page-served.ts";
import { serveConsole } from "../web/server.ts";
import { CODE_LIFETIME_MS, mintCode, readOrMakeKey, signInLink } from "../web/sign-in/index.ts";
import { defaultDataDirectory } from "./data-directory.ts";
import { DEFAULT_PORT, type StartFlags } from "./flags.ts";
import { programs, root } from "./program-files.ts";

/** Resolves at the first signal to end; a later one ends the process at once. */
function untilAskedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    onEndSignals(["SIGINT", "SIGTERM", "SIGHUP"], resolve, () => process.exit(1));
  });
}

/**
 * Serves the console to browsers on this machine and runs the host until a signal ends it. A page
 * that opens immediately gets its files first and loads while host and engine start; its connection
 * waits for the host.
 */
export async function openWeb(
  flags: StartFlags,
  modelRepository: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  using _uncaught = reportUncaught();
  const ended = untilAskedToEnd();
  // First: a rejection shouldn't wait for other things to start and end.
  const lock = lockDataDirectory(flags.dataDirectory);
  const server = http.createServer();
  const port = await listenOn(
    server,
    flags.port === null ? { from: DEFAULT_PORT } : { exact: flags.port },
  );
  if (flags.port === null && port !== DEFAULT_PORT) {
    say(`Port ${DEFAULT_PORT} is taken; using ${port}.`);
  }
  using earlyEngine = startEarlyEngine(flags, modelRepository);
  try {
    const key = readOrMakeKey(flags.dataDirectory);
    let host: Host | null = null;
    const starting = (async () => {
      // Loading the host's code blocks this thread for some tenths of a second.
      await pageServed(server);
      const { createHost } = await import("../../main/host.ts");
      host = await createHost({
        version: manifest.version,
        dataDirectory: flags.dataDirectory,
        lock,
        modelRepository,
        modelRepositoryFixed: flags.modelRepositories.length > 0,
        openControl: flags.openControl,
        backendConfig: flags.backendConfig,
        entries: programs,
        earlyEngine,
        capabilities: {
          embeddedEngine: true,
          openFolder: false,
          revealFile: false,
          download: true,
        },
        log: say,
      });
      return host;
    })();
    // Awaited below; it may fail earlier.
    starting.catch(() => {});
    const console = serveConsole(server, {
      directory: path.join(root, "dist", "renderer"),
      key,
      port,
      ready: starting,
      accept: (transport) => host?.handle(transport),
      download: (id) => host?.download(id) ?? null,
    });
    const link = (kind: "printed" | "opened") =>
      signInLink(port, mintCode(key, kind, { now: Date.now(), random: randomBytes }));
    say(`Console: ${link("printed")}`);
    const minutes = CODE_LIFETIME_MS.printed / 60_000;
    say(
      `The link signs in one browser within ${minutes} minutes. For another: ${linkCommand(flags, port)}`,
    );
    if (flags.open) openBrowser(link("opened"));
    const running = await starting;
    try {
      await ended;
      await console.close();
      return 0;
    } finally {
      await running.close();
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/**
 * Starts an engine with the host's last settings; the host checks it and starts another one if it
 * needs something else.
 */
function startEarlyEngine(flags: StartFlags, modelRepository: readonly string[]): EarlyEngine {
  const { dataDirectory, openControl, backendConfig } = flags;
  const kept = flags.modelRepositories.length === 0 ? readKeptRepositories(dataDirectory) : null;
  const args = engineArguments({
    modelRepository: kept ?? modelRepository,
    openControl,
    backendConfig,
  });
  return new EarlyEngine(programs.engine, args);
}

function linkCommand({ dataDirectory }: StartFlags, port: number): string {
  const flags = [
    ...(port === DEFAULT_PORT ? [] : [`--port ${port}`]),
    ...(dataDirectory === defaultDataDirectory() ? [] : [`--data-dir ${shellWord(dataDirectory)}`]),
  ];
  return ["npm run --silent batchdeck -- sign-in-link", ...flags].join(" ");
}

function opener(): [string, string[]] | null {
  switch (process.platform) {
    case "darwin":
      return ["open", []];
    case "win32":
      return ["rundll32", ["url.dll,FileProtocolHandler"]];
    default:
      return process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"] ? ["xdg-open", []] : null;
  }
}

/**
 * Opens a URL in the user's browser, if there is one; the URL was printed, so a failure doesn't
 * matter.
 */
function openBrowser(url: string): void {
  const found = opener();
  if (!found) return;
  const child = spawn(found[0], [...found[1], url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
