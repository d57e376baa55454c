// The load generator's process: takes runs over IPC, one at a time, and ends with its parent.
import {
  type FromGenerator,
  PROTOCOL_VERSION,
  type RunSpec,
  type ToGenerator,
} from "./messages.ts";
import os from "node:os";
import type { Run } from "./run.ts";
import { prepareRun } from "./start-run.ts";

/** `commands` arrived before the run was prepared. */
let running: { readonly id: number; run: Run | null; readonly commands: Command[] } | null = null;

type Command = (run: Run) => void;

function send(message: FromGenerator): void {
  if (process.connected) process.send?.(message);
}

async function run(id: number, spec: RunSpec): Promise<void> {
  const mine = { id, run: null as Run | null, commands: [] as Command[] };
  running = mine;
  try {
    using prepared = await prepareRun(spec, {
      started: (at) => send({ type: "started", id, at }),
      measuring: (at) => send({ type: "measuring", id, at }),
      measured: (at) => send({ type: "measured", id, at }),
      progress: (progress) => send({ type: "progress", id, progress }),
      snapshot: (result, firstWindow) => send({ type: "snapshot", id, firstWindow, result }),
    });
    mine.run = prepared.run;
    const result = prepared.run.start();
    for (const command of mine.commands) command(prepared.run);
    send({ type: "result", id, result: await result });
  } catch (error) {
    send({ type: "refused", id, reason: (error as Error).message });
  } finally {
    running = null;
  }
}

function passCommand(id: number, command: Command): void {
  if (running?.id !== id) return;
  if (running.run) command(running.run);
  else running.commands.push(command);
}

function receive(message: ToGenerator): void {
  const { id } = message;
  switch (message.type) {
    case "run":
      if (message.version !== PROTOCOL_VERSION) {
        const reason = `the generator speaks version ${PROTOCOL_VERSION}, not ${message.version}`;
        send({ type: "refused", id, reason });
      } else if (running) {
        send({ type: "refused", id, reason: "another run is in progress" });
      } else {
        void run(id, message.spec);
      }
      return;
    case "measure":
      return passCommand(id, (run) => run.measure());
    case "finish":
      return passCommand(id, (run) => run.finish());
    case "adjust":
      return passCommand(id, (run) => run.adjust(message.value));
    case "cancel":
      return passCommand(id, (run) => run.cancel());
  }
}

/** Higher priority than the server under test, so that a response is timed when it arrives; needs a privilege. */
const GENERATOR_NICE = -10;
try {
  os.setPriority(GENERATOR_NICE);
} catch {
  // Otherwise normal priority.
}

process.on("message", (message: ToGenerator) => receive(message));
process.on("disconnect", () => process.exit(0));
// Ctrl-C in a terminal and a service manager's stop reach the whole group; the parent decides about the run.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
send({ type: "ready", version: PROTOCOL_VERSION });
