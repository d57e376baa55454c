import manifest from "../../package.json" with { type: "json" };
import { EXIT, runServe, type ServeIo } from "../serve.ts";

/**
 * Serves as this process: SIGTERM, SIGINT and the end of the parent process drain it. A second signal, or a drain
 * that takes too long, kills it: leaving in the middle of a native call would abort with a core dump.
 */
export async function serveAsProcess(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  const drain = () => stop.abort();
  const onSignal = () => {
    if (stop.signal.aborted) process.kill(process.pid, "SIGKILL");
    stop.abort();
  };
  process.on("SIGTERM", onSignal).on("SIGINT", onSignal);
  if (process.connected) process.once("disconnect", drain);
  const io: ServeIo = {
    version: manifest.version,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    send: (message) => void (process.connected && process.send?.(message)),
    stop: stop.signal,
  };
  const code = await runServe(argv, io);
  if (code === EXIT.notDrained) process.kill(process.pid, "SIGKILL");
  process.off("SIGTERM", onSignal).off("SIGINT", onSignal);
  if (process.connected) process.disconnect();
  return code;
}
