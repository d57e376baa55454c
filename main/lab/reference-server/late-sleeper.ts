import { fork } from "node:child_process";

/**
 * How the machine delays any process while `work` runs: the share (0..1) of wake-ups over 1 ms late, of a process that
 * only sleeps. Rejects with the error of `work`.
 */
export async function measureLateWakeups<T>(work: Promise<T>): Promise<readonly [T, number]> {
  const child = fork(new URL("./sleeper.ts", import.meta.url));
  try {
    const result = await work;
    const lateness = new Promise<number>((resolve, reject) => {
      child.once("message", (share) => resolve(Number(share)));
      child.once("exit", () => reject(new Error("the sleeper ended")));
    });
    child.send("stop");
    return [result, await lateness];
  } finally {
    if (child.exitCode === null) child.kill();
  }
}
