import { compactHeap } from "../../../base/garbage-collector.ts";
import { describeRunError } from "./describe-run-error.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import { probeProvider } from "./probe.ts";
import { findScalars, runBatch } from "./run-batch.ts";
import type { FromWorker, RunMessage, ToWorker, WorkerStart } from "./worker-messages.ts";

/**
 * An instance without a batch for this long returns the memory that loading its session left; not
 * while others load.
 */
const IDLE_MS = 3000;

/**
 * Loads a session and runs the batches from the port, one after the other, until the port closes.
 */
export async function serveSession(start: WorkerStart): Promise<void> {
  const { port, probe, modelFile, options, rewrite } = start;
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);

  let provider = true;
  let scalars = new Set<string>();
  let opened: OpenedSession | undefined;
  try {
    if (probe !== undefined) await probeProvider(probe);
    provider = false;
    if (modelFile !== undefined) opened = await openSession(modelFile, options, rewrite);
    const signature = opened?.signature ?? { inputs: [], outputs: [] };
    scalars = findScalars(signature.inputs, opened?.adaptation);
    send({ type: "loaded", signature });
  } catch (error) {
    send({ type: "refused", message: describeRunError(error), provider });
    port.close();
    return;
  }

  const run = async (message: RunMessage): Promise<void> => {
    if (opened === undefined) return;
    const { buffer } = message;
    const result = await runBatch(opened, scalars, message);
    const transfer = [buffer];
    for (const { data } of result.type === "done" ? result.outputs : []) {
      // Two outputs may share memory, which can be transferred only once.
      const memory = data.buffer as ArrayBuffer;
      if (!transfer.includes(memory)) transfer.push(memory);
    }
    send({ ...result, buffer }, transfer);
  };

  let runs = 0;
  const compactWhenIdle = (before: number) =>
    setTimeout(() => {
      if (runs === before) compactHeap();
      else compactWhenIdle(runs);
    }, IDLE_MS).unref();
  compactWhenIdle(runs);

  let last = Promise.resolve();
  port.on("message", (message: ToWorker) => {
    runs += 1;
    last = last.then(async () => {
      if (message.type === "run") return run(message);
      await opened?.session.release();
      port.close();
    });
  });
}
