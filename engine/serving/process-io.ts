import { readSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };
import { EXIT, runServe, type ServeIo } from "../serve.ts";
import { onEndSignals } from "./end-signals.ts";
import { parseControlSecret } from "./restriction-flags.ts";
import { uncaughtErrors } from "./uncaught-errors.ts";

/**
 * Serves as this process: SIGTERM, SIGINT and the end of the parent process start the drain. A
 * later signal, or a drain that takes too long, kills it: exiting in the middle of a native call
 * would abort with a core dump.
 */
export async function serveAsProcess(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  let serves = false;
  const drain = () => stop.abort();
  const kill = () => void process.kill(process.pid, "SIGKILL");
  const stopListening = onEndSignals(["SIGTERM", "SIGINT"], drain, kill);
  // The reader of the output may be gone; requests continue.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  if (process.connected) process.once("disconnect", drain);
  const io: ServeIo = {
    version: manifest.version,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    send: (message) => {
      serves ||= message.type === "ready";
      if (process.connected) process.send?.(message);
    },
    readSecret: () => parseControlSecret(readFirstLine()),
    stop: stop.signal,
  };
  const stopReporting = reportUncaught(io, () => serves);
  const code = await runServe(argv, io);
  if (code === EXIT.notDrained) kill();
  stopListening();
  stopReporting();
  if (process.connected) process.disconnect();
  return code;
}

/**
 * An uncaught error is reported, and a serving process continues. Before it serves, the error ends
 * the process as usual.
 */
function reportUncaught(io: ServeIo, serves: () => boolean): () => void {
  const report = uncaughtErrors(io, performance.now.bind(performance));
  const take = (error: unknown) => {
    report(error, serves());
    if (!serves()) process.exit(1);
  };
  process.on("uncaughtException", take);
  process.on("unhandledRejection", take);
  return () => {
    process.off("uncaughtException", take);
    process.off("unhandledRejection", take);
  };
}

const STDIN = 0;
/** Longest line that is read. */
const MAX_LINE_BYTES = 1024;
const RETRY_MS = 10;

/** Blocks: nothing is served before. Later bytes are not read; "" without a line. */
function readFirstLine(): string {
  const byte = Buffer.alloc(1);
  let line = "";
  while (line.length < MAX_LINE_BYTES && readByte(byte) && byte[0] !== 0x0a) {
    line += byte.toString("latin1");
  }
  return line.replace(/\r$/, "");
}

/** False at the end. */
function readByte(byte: Buffer): boolean {
  for (;;) {
    try {
      return readSync(STDIN, byte, 0, 1, null) > 0;
    } catch (error) {
      // A non-blocking pipe has no data yet; any other error is an end.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}
