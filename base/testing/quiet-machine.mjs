// A double of a quiet machine for tests, which run next to other tests: in what Linux reports of threads
// (/proc/PID/task/TID/schedstat: ns run, ns waited, time slices) no thread waits for a CPU, so that no step is measured
// again. Loaded before a program. Tests of the load generator itself read the real reports.
import fs from "node:fs";

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
