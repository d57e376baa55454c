import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { cpuLaps, readTimes } from "./cpu-time.ts";

test("reads a process whose name has spaces and parentheses, with its ended children", () => {
  const stat = "17 (a (b) c) S 4 17 17 0 -1 4194304 100 200 0 0 30 20 5 45 20 0 1 0";
  expect(readTimes(stat)).toEqual({ parent: 4, seconds: 1 });
});

test.runIf(existsSync("/proc/self/stat"))(
  "counts a started process while it runs and after its end, once",
  async () => {
    const busy =
      "const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);";
    const lap = cpuLaps();
    const child = spawn(process.execPath, ["-e", `${busy} setInterval(() => {}, 1e6)`]);
    let running = 0;
    await vi.waitFor(() => {
      running += lap();
      expect(running).toBeGreaterThanOrEqual(0.3);
    });
    child.kill();
    await once(child, "exit");
    expect(lap()).toBeLessThan(0.3);
  },
);
