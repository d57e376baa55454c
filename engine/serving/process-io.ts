import manifest from "../../package.json" with { type: "json" };
import { EXIT, runServe, type ServeIo } from "../serve.ts";
import { onEndSignals } from "./end-signals.ts";

/**
 * Serves as this process: SIGTERM, SIGINT and the end of the parent process drain it. A later signal, or a drain
 * that takes too long, kills it: leaving in the middle of a native call would abort with a core dump.
 */
export async function serveAsProcess(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  const drain = () => stop.abort();
  const kill = () => void process.kill(process.pid, "SIGKILL");
  const stopListening = onEndSignals(["SIGTERM", "SIGINT"], drain, kill);
  // Whoever reads the lines may be gone; that ends no request.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  if (process.connected) process.once("disconnect", drain);
  const io: ServeIo = {
    version: manifest.version,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    send: (message) => void (process.connected && process.send?.(message)),
    stop: stop.signal,
  };
  const code = await runServe(argv, io);
  if (code === EXIT.notDrained) kill();
  stopListening();
  if (process.connected) process.disconnect();
  return code;
}
