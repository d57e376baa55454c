import { oneLine } from "../../base/one-line.ts";
import { logLine } from "../log/log.ts";
import { Repeats } from "../../base/repeats.ts";
import type { ServeIo } from "../serve.ts";

/**
 * Reports uncaught errors with their stack in the log and, while the engine serves, as a message to
 * the parent. The same error of the same component is reported once in ten minutes (FAULT-2).
 * `now`: ms.
 */
export function uncaughtErrors(
  io: Pick<ServeIo, "err" | "send">,
  now: () => number,
): (error: unknown, serves: boolean) => void {
  const repeats = new Repeats();
  return (thrown, serves) => {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const { stack = message } = thrown instanceof Error ? thrown : {};
    const part = /[\\/]engine[\\/]([a-z-]+)[\\/]/.exec(stack)?.[1] ?? "the engine";
    const shown = oneLine(message);
    if (serves && !repeats.isNew(`${part}: ${shown}`, now())) return;
    const at = { at: new Date(), processId: process.pid };
    io.err(logLine(oneLine(`uncaught error in ${part}: ${stack}`), "error", "default", at));
    if (serves) io.send({ type: "fault", part, message: shown });
  };
}
