import { StatusError } from "../../../base/status-error.ts";
import type { LogLevel } from "../../log/log.ts";
import type { EngineClock } from "../../scheduling/clock.ts";
import type { Header } from "./frames.ts";
import { objectField, optionalText, textField } from "./header-fields.ts";
import type { Interpreter } from "./interpreter.ts";
import { PythonProcess } from "./python-process.ts";
import type { StartSlots } from "./start-slots.ts";

/** What a process should run. */
export interface PythonStart {
  readonly interpreter: Interpreter;
  /** The model's file. */
  readonly file: string;
  readonly model: string;
  readonly version: string;
  /** Its name in messages and the log. */
  readonly instance: string;
  readonly decoupled: boolean;
  /** From the configuration, and from implicit states. */
  readonly outputs: readonly string[];
  /** Arguments of `initialize`. */
  readonly args: Readonly<Record<string, string>>;
  /** A configuration as JSON: the process completes it and ends. */
  readonly complete: string | null;
  readonly startSeconds: number;
  readonly sharedFolder: string | undefined;
  readonly slots: StartSlots;
  readonly clock: EngineClock;
  readonly log: (level: LogLevel, line: string) => void;
}

export interface StartedPython {
  readonly process: PythonProcess;
  /** Its version, such as 3.11.2. */
  readonly python: string;
  /** The frame that ended the start: ready, or the completed configuration. */
  readonly answer: Header;
}

type OnFrame = (header: Header, payload: Uint8Array, from: PythonProcess) => void;

/**
 * Starts a process and waits until its model is initialized or the configuration completed.
 * `onFrame` gets other frames meanwhile, and all later ones. Throws INTERNAL with a sentence about
 * what is missing or wrong.
 */
export async function startPython(start: PythonStart, onFrame: OnFrame): Promise<StartedPython> {
  const { log, clock, startSeconds } = start;
  const giveSlot = await start.slots.take();
  const { promise: answer, resolve, reject } = Promise.withResolvers<Header>();
  let python = "";
  const stopTimer = clock.setTimer(
    startSeconds * 1e9,
    () =>
      started.kill(
        `because it did not respond within ${startSeconds} s (--backend-config=python,stub-timeout-seconds=N)`,
      ),
    true,
  );
  const started: PythonProcess = new PythonProcess({
    interpreter: start.interpreter,
    sharedFolder: start.sharedFolder,
    log,
    onFrame(header, payload) {
      const type = textField(header, "t");
      if (type === "hello") {
        python = textField(header, "python");
        stopTimer();
        giveSlot();
        started.send(startHeader(start));
      } else if (type === "refused") reject(refusal(start, header));
      else if (type === "ready" || type === "completed") resolve(header);
      else onFrame(header, payload, started);
    },
  });
  void started.exited.then((reason) => {
    stopTimer();
    giveSlot();
    reject(new StatusError("INTERNAL", started.startFailure ?? endedSentence(start, reason)));
  });
  try {
    return { process: started, answer: await answer, python };
  } catch (error) {
    started.kill("because its model can't be loaded");
    await started.exited;
    throw error;
  }
}

function startHeader(start: PythonStart) {
  const { file, model, version, instance, decoupled, outputs, args, complete } = start;
  return { t: "start", file, model, version, instance, decoupled, outputs, args, complete };
}

function endedSentence({ instance }: PythonStart, reason: string): string {
  return `the Python process of '${instance}' ended ${reason} before its model was initialized`;
}

/** What failed, by phase of the start. */
const FAILED: Readonly<Record<string, string>> = {
  syntax: "has a syntax error",
  import: "can't be imported",
  class: "can't be used",
  complete: "failed in auto_complete_config",
  initialize: "failed in initialize",
};

function refusal(start: PythonStart, header: Header): StatusError {
  const kind = textField(header, "kind");
  const message = textField(header, "message");
  if (kind === "numpy") {
    const python = optionalText(header, "python") || start.interpreter.command;
    return new StatusError(
      "INTERNAL",
      `numpy is missing in ${python} (${message}). Install it, such as with 'pip install numpy' or Debian's python3-numpy, or name another interpreter with --backend-config=python,executable=PATH or the model's parameter EXECUTION_ENV_PATH.`,
    );
  }
  for (const line of optionalText(header, "trace").split("\n")) {
    if (line.trim() !== "") start.log("error", line);
  }
  const where = header["where"];
  const place =
    Array.isArray(where) && typeof where[0] === "string" ? ` (${where[0]} line ${where[1]})` : "";
  return new StatusError(
    "INTERNAL",
    `the Python model '${start.model}' ${FAILED[kind] ?? "can't be loaded"}: ${message}${place}`,
  );
}

/** The configuration from `auto_complete_config`. */
export function completedConfig({ answer }: StartedPython): Header {
  return objectField(answer, "config");
}
