import { randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import process from "node:process";
import { onEndSignals } from "../../engine/serving/end-signals.ts";
import { shellWord } from "../../main/clients/index.ts";
import { reportUncaught } from "../../base/faults.ts";
import { createHost } from "../../main/host.ts";
import manifest from "../../package.json" with { type: "json" };
import { listenOn } from "../web/listen.ts";
import { serveConsole } from "../web/server.ts";
import { CODE_LIFETIME_MS, mintCode, readOrMakeKey, signInLink } from "../web/sign-in/index.ts";
import { defaultDataDirectory } from "./data-directory.ts";
import { DEFAULT_PORT, type StartFlags } from "./flags.ts";
import { openBrowser } from "./open-browser.ts";
import { programs, root } from "./program-files.ts";

/** Resolves at the first signal that asks the process to end; a later one ends it on the spot. */
function untilAskedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    onEndSignals(["SIGINT", "SIGTERM", "SIGHUP"], resolve, () => process.exit(1));
  });
}

/** Runs the host and serves the console to browsers on this machine, until asked to end. */
export async function openWeb(
  flags: StartFlags,
  modelRepository: string,
  say: (line: string) => void,
): Promise<number> {
  using _uncaught = reportUncaught();
  const ended = untilAskedToEnd();
  // The port first: a refusal should not have to wait for the engine to start and end.
  const server = http.createServer().on("request", notYet);
  const port = await listenOn(
    server,
    flags.port === null ? { from: DEFAULT_PORT } : { exact: flags.port },
  );
  if (flags.port === null && port !== DEFAULT_PORT) {
    say(`Port ${DEFAULT_PORT} is taken; using ${port}.`);
  }
  try {
    const host = await createHost({
      version: manifest.version,
      dataDirectory: flags.dataDirectory,
      modelRepository,
      modelRepositoryFixed: flags.modelRepository !== null,
      openControl: flags.openControl,
      entries: programs,
      capabilities: { embeddedEngine: true, openFolder: false, revealFile: false, download: true },
      log: say,
    });
    try {
      server.off("request", notYet);
      const key = readOrMakeKey(flags.dataDirectory);
      const console = serveConsole(server, {
        directory: path.join(root, "dist", "renderer"),
        key,
        port,
        accept: (transport) => host.handle(transport),
        download: (id) => host.download(id),
      });
      const link = (kind: "printed" | "opened") =>
        signInLink(port, mintCode(key, kind, { now: Date.now(), random: randomBytes }));
      say(`Console: ${link("printed")}`);
      const minutes = CODE_LIFETIME_MS.printed / 60_000;
      say(
        `The link signs in one browser within ${minutes} minutes. For another: ${linkCommand(flags, port)}`,
      );
      if (flags.open) openBrowser(link("opened"));
      await ended;
      await console.close();
      return 0;
    } finally {
      await host.close();
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function linkCommand({ dataDirectory }: StartFlags, port: number): string {
  const flags = [
    ...(port === DEFAULT_PORT ? [] : [`--port ${port}`]),
    ...(dataDirectory === defaultDataDirectory() ? [] : [`--data-dir ${shellWord(dataDirectory)}`]),
  ];
  return ["npm run --silent batchdeck -- sign-in-link", ...flags].join(" ");
}

/** Answers a page that asks while the host is still starting. */
function notYet(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { "retry-after": "1", connection: "close" }).end("Starting.\n");
}
