// A double of a quiet machine for tests, which run next to other tests: in what Linux reports of threads
// (/proc/PID/task/TID/schedstat: ns run, ns waited, time slices) no thread waits for a CPU, and the load generator
// handles what its probe posts at once, so that no step is measured again. Loaded before a program, and by the threads
// that the generator's probe starts. Tests of the load generator itself read the real reports.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const { openSync, readSync, closeSync } = fs;
const reports = new Set();

fs.openSync = (file, ...rest) => {
  const descriptor = openSync(file, ...rest);
  if (/^\/proc\/\d+\/task\/\d+\/schedstat$/.test(String(file))) reports.add(descriptor);
  return descriptor;
};

fs.closeSync = (descriptor) => {
  reports.delete(descriptor);
  closeSync(descriptor);
};

fs.readSync = (descriptor, buffer, ...rest) => {
  const length = readSync(descriptor, buffer, ...rest);
  if (!reports.has(descriptor)) return length;
  const [ran = "0", , slices = "0"] = new TextDecoder("latin1")
    .decode(buffer.subarray(0, length))
    .split(" ");
  return buffer.write(`${ran} 0 ${slices}`, "latin1");
};

/** The probe's messages are instants at which they were posted, ms of `process.hrtime`. */
function now() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

const isProbe = (file) => /\/(probe-thread\.ts|generator-probe\.js)$/.test(String(file));

threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(
      file,
      isProbe(file) ? { ...options, execArgv: [`--import=${import.meta.url}`] } : options,
    );
    if (!isProbe(file)) return;
    const on = this.on.bind(this);
    this.on = (event, listener) =>
      on(event, event === "message" ? () => listener(now()) : listener);
  }
};
syncBuiltinESMExports();
