// Samples how other work affects this process and the server, from a thread that mostly sleeps; ends when it is
// stopped.
import os from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { sharedNow } from "../ticker.ts";
import { listeningProcess } from "./listening-process.ts";
import { type ProbeOrder, RECORD, STOP, sampleTable } from "./samples.ts";
import { ThreadWaits } from "./thread-waits.ts";

const { shared, periodMs, server } = workerData as ProbeOrder;
const table = sampleTable(shared);
const { control } = table;
const pid = server && (server.pid ?? listeningProcess(server.port));
const own = new ThreadWaits(process.pid, (tid) => tid === process.pid);
const watched = pid === null ? null : new ThreadWaits(pid);

/** Reading the machine's total takes longer. */
const SAMPLES_PER_BUSY = 100;
/** Min ms between messages, which the main thread has to handle. */
const MESSAGE_MS = 8;
let messageAt = Number.NEGATIVE_INFINITY;
let busyMs = 0;
let samples = 0;
let due = sharedNow();
for (let state = Atomics.load(control, 0); state !== STOP; state = Atomics.load(control, 0)) {
  // Regular instants could stay in step with the machine's clock ticks.
  due = Math.max(due, sharedNow() - periodMs) + periodMs * (0.5 + Math.random());
  Atomics.wait(control, 0, state, Math.max(0, due - sharedNow()));
  if (Atomics.load(control, 0) !== RECORD) continue;
  const now = sharedNow();
  if (now - messageAt >= MESSAGE_MS) {
    messageAt = now;
    parentPort?.postMessage(now);
  }
  if (samples++ % SAMPLES_PER_BUSY === 0) busyMs = machineBusyMs();
  const server = watched?.read() ?? null;
  const mine = own.read();
  table.add({
    at: now,
    lateMs: Math.max(0, now - due),
    ownWaitMs: mine?.waitedMs ?? Number.NaN,
    ownSlices: mine?.slices ?? Number.NaN,
    serverWaitMs: server?.waitedMs ?? Number.NaN,
    serverSlices: server?.slices ?? Number.NaN,
    serverRunMs: server?.ranMs ?? Number.NaN,
    busiestRunMs: server?.busiestMs ?? Number.NaN,
    busyMs,
  });
}
own[Symbol.dispose]();
watched?.[Symbol.dispose]();

function machineBusyMs(): number {
  return os
    .cpus()
    .reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}
