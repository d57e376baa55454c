import { spawn } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clockFor } from "../base/clock.ts";
import { HostEvents } from "./events/index.ts";
import { reportFaults } from "./fault-events.ts";
import { findPart, reportFault } from "../base/faults.ts";
import { Listeners } from "../base/listeners.ts";
import { ManualClock } from "./testing/manual-clock.ts";

let events: HostEvents;
let clock: ManualClock;
let lines: string[];
let reporting: Disposable;

beforeEach(() => {
  events = new HostEvents();
  clock = new ManualClock();
  lines = [];
  reporting = reportFaults(events, clock, (line) => lines.push(line));
});

afterEach(() => reporting[Symbol.dispose]());

const messages = () => events.list().map(({ message }) => message);
const GOES_ON = "The other parts go on; report this as a bug if it repeats.";

it("[FAULT-1] calls every listener when one throws, and makes an event that names the part", () => {
  const listeners = new Listeners<number>("fleets");
  const heard: number[] = [];
  listeners.add(() => {
    throw new TypeError("ports is not iterable");
  });
  listeners.add((value) => heard.push(value));
  listeners.emit(7);
  expect(heard).toEqual([7]);
  expect(messages()).toEqual([`An error in fleets: ports is not iterable. ${GOES_ON}`]);
  expect(lines[0]).toMatch(/^host: TypeError: ports is not iterable\n {4}at .*faults\.test/);
});

it("[FAULT-1] makes an event of what a timer's work throws", async () => {
  clockFor("alerts").after(0, () => {
    throw new Error("no rule.");
  });
  await expect.poll(messages).toEqual([`An error in alerts: no rule. ${GOES_ON}`]);
});

it("[FAULT-2] leaves the same fault out for ten minutes", async () => {
  for (let i = 0; i < 100; i++) reportFault("lab", new Error("again"));
  reportFault("lab", new Error("another"));
  expect(messages()).toHaveLength(2);
  await clock.advance(10 * 60_000);
  reportFault("lab", new Error("again"));
  expect(messages()).toHaveLength(3);
});

it("[FAULT-2] logs a stack without what would steer a terminal", () => {
  reportFault("lab", new Error(`\u001b]0;x\u0007${"\n".repeat(1000)}`));
  expect(lines[0]).toMatch(/^host: Error: \\u001b\]0;x\\u0007\n/);
  expect(lines[0]?.split("\n")).toHaveLength(50);
});

it("[FAULT-2] cuts a long message", () => {
  reportFault("lab", new Error("x".repeat(1_000_000)));
  expect(messages()[0]?.length).toBeLessThan(700);
});

it("[FAULT-3] removes a receiver of events that throws, and says so to the others", () => {
  const heard: string[] = [];
  events.onEvent(() => {
    throw new Error("its page is gone");
  });
  events.onEvent(({ message }) => heard.push(message));
  events.emit({ level: "info", source: "lab", message: "first" });
  events.emit({ level: "info", source: "lab", message: "second" });
  expect(heard).toEqual([
    "first",
    "A receiver of events failed and gets no more of them: its page is gone",
    "second",
  ]);
});

it("[FAULT-4] names the part by the folder that threw", () => {
  const error = new Error("x");
  error.stack =
    "Error: x\n    at node:internal/timers:1:1\n    at f (/opt/b/main/kubernetes/view/a.ts:1:2)";
  expect(findPart(error)).toBe("kubernetes");
  expect(findPart("text")).toBe("the host");
});

/** A process with a host's handlers, in which `script` runs. */
function run(script: string): Promise<{ code: number | null; output: string }> {
  const at = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
  const child = spawn(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { onFault, reportUncaught } from ${at("../base/faults.ts")};
     ${script}`,
  ]);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (output += bytes.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

const SHOW = "onFault(({ part, error }) => console.log(`${part}: ${error.message}`));";

it("[FAULT-4] keeps the process after errors that nothing caught", async () => {
  const { code, output } = await run(`
    using _ = reportUncaught();
    ${SHOW}
    setTimeout(() => { throw new Error("thrown"); });
    setTimeout(() => void Promise.reject(new Error("rejected")), 50);
    setTimeout(() => console.log("still here"), 200);
    await new Promise((resolve) => setTimeout(resolve, 300));`);
  expect(output).toBe("the host: thrown\nthe host: rejected\nstill here\n");
  expect(code).toBe(0);
});

it("[FAULT-4] ends a process whose host has not started, with the error", async () => {
  const { code, output } = await run(`
    using _ = reportUncaught();
    setTimeout(() => { throw new Error("too early"); });
    await new Promise((resolve) => setTimeout(resolve, 10_000));`);
  expect(output).toContain("Error: too early");
  expect(code).toBe(1);
});
