// The load generator's process: takes runs over IPC, one at a time, and ends with its parent.
import { encodeLoads, laneOpener } from "./lanes.ts";
import {
  type FromGenerator,
  PROTOCOL_VERSION,
  type RunSpec,
  type ToGenerator,
} from "./messages.ts";
import { measureRun } from "./run.ts";

let running: { readonly id: number; readonly abort: AbortController } | null = null;

function send(message: FromGenerator): void {
  if (process.connected) process.send?.(message);
}

async function run(id: number, spec: RunSpec): Promise<void> {
  const abort = new AbortController();
  running = { id, abort };
  try {
    using opener = laneOpener(spec);
    const loads = encodeLoads(spec);
    send({ type: "started", id });
    const result = await measureRun(
      spec,
      loads,
      opener,
      {
        measuring: (at) => send({ type: "measuring", id, at }),
        measured: (at) => send({ type: "measured", id, at }),
        progress: (progress) => send({ type: "progress", id, progress }),
      },
      abort.signal,
    );
    send({ type: "result", id, result });
  } catch (error) {
    send({ type: "refused", id, reason: (error as Error).message });
  } finally {
    running = null;
  }
}

process.on("message", (message: ToGenerator) => {
  if (message.type === "cancel") {
    if (running?.id === message.id) running.abort.abort();
    return;
  }
  if (message.version !== PROTOCOL_VERSION) {
    const reason = `the generator speaks version ${PROTOCOL_VERSION}, not ${message.version}`;
    send({ type: "refused", id: message.id, reason });
  } else if (running) {
    send({ type: "refused", id: message.id, reason: "another run is going on" });
  } else {
    void run(message.id, message.spec);
  }
});
process.on("disconnect", () => process.exit(0));
// Ctrl-C in a terminal reaches the whole group; the parent decides what becomes of a run.
process.on("SIGINT", () => {});
send({ type: "ready", version: PROTOCOL_VERSION });
