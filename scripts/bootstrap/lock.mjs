import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;

/**
 * Runs a task while no other process that uses the same file does; waits for one that does and then
 * calls `whileWaiting` once with its pid. What a process that has ended left is removed.
 */
export async function withLock(file, whileWaiting, task) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (let waited = false; !tryLock(file); ) {
    const holder = readHolder(file);
    if (holder !== 0 && isRunning(holder)) {
      if (!waited) whileWaiting(holder);
      waited = true;
      await sleep(POLL_MS);
    } else if (readHolder(file) === holder) {
      fs.rmSync(file, { force: true });
    }
  }
  try {
    return await task();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function tryLock(file) {
  // Linked once it is written: other processes never read an empty one.
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, String(process.pid));
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** The pid in the file; 0 without a valid one. */
function readHolder(file) {
  try {
    const pid = Number(fs.readFileSync(file, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : 0;
  } catch {
    return 0;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
