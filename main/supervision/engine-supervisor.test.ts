import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { HostEvents } from "../events/index.ts";
import { EarlyEngine } from "./early-engine.ts";
import { SECRET_FLAG } from "./engine-arguments.ts";
import { EngineSupervisor, type SupervisorOptions } from "./engine-supervisor.ts";

const ready = `process.send({ type: "ready", grpc: "127.0.0.1:1", http: "127.0.0.1:2", metrics: "127.0.0.1:3" });`;
const serving = `console.log("hello"); ${ready} process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000);`;

let directory: string;
let events: HostEvents;
let supervisors: EngineSupervisor[];

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-supervision-"));
  events = new HostEvents();
  supervisors = [];
});

afterEach(async () => {
  await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
  fs.rmSync(directory, { recursive: true, force: true });
});

function supervise(script: string, options: Partial<SupervisorOptions> = {}): EngineSupervisor {
  const file = path.join(directory, "engine.mjs");
  fs.writeFileSync(file, script);
  const supervisor = new EngineSupervisor({
    entry: pathToFileURL(file),
    args: () => [],
    clock: systemClock,
    events,
    backoffMs: [10],
    stopLimitMs: 300,
    ...options,
  });
  supervisors.push(supervisor);
  return supervisor;
}

function until(supervisor: EngineSupervisor, state: string): Promise<void> {
  return vi.waitFor(() => expect(supervisor.status.state).toBe(state), {
    timeout: 10_000,
    interval: 10,
  });
}

function messages(): string[] {
  return events.list().map(({ message }) => message);
}

test("it is live once it says so, with its addresses and its output", async () => {
  const supervisor = supervise(serving);
  supervisor.start();
  expect(supervisor.status.state).toBe("starting");
  await until(supervisor, "live");
  expect(supervisor.status).toMatchObject({
    restarts: 0,
    pid: expect.any(Number),
    endpoints: { grpc: "127.0.0.1:1", http: "127.0.0.1:2", metrics: "127.0.0.1:3" },
  });
  await vi.waitFor(() => expect(supervisor.log.lines).toContain("hello"));
});

test("a killed engine is started again, and said so", async () => {
  const supervisor = supervise(serving);
  supervisor.start();
  await until(supervisor, "live");
  const { pid } = supervisor.status;
  process.kill(pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(supervisor.status.restarts).toBe(1), { timeout: 10_000 });
  await until(supervisor, "live");
  expect(supervisor.status.pid).not.toBe(pid);
  expect(messages()).toContain(
    "The embedded engine ended unexpectedly and starts again in 0.01 s: its process was ended by SIGKILL.",
  );
  expect(events.list().at(-1)).toMatchObject({
    message: expect.stringContaining("serves again"),
    mark: { kind: "restart" },
  });
});

test("three crashes in a row stop the restarts and keep the log", async () => {
  const supervisor = supervise(`console.error("cannot go on"); process.exit(7);`);
  supervisor.start();
  await until(supervisor, "failed");
  expect(supervisor.status).toMatchObject({
    restarts: 2,
    pid: null,
    reason: "its process ended with exit code 7.",
  });
  expect(supervisor.log.lines.filter((line) => line === "cannot go on")).toHaveLength(3);
  expect(events.list().at(-1)).toMatchObject({
    level: "error",
    message:
      "The embedded engine ended 3 times in a row and is not started again: its process ended with exit code 7.",
  });
});

test("what the engine says of its own failure is the reason", async () => {
  const supervisor = supervise(
    `process.send({ type: "failed", message: "The repository is gone." }, () => process.exit(1));`,
    { crashLimit: 1 },
  );
  supervisor.start();
  await until(supervisor, "failed");
  expect(supervisor.status.reason).toBe("The repository is gone.");
});

test("a user can start it again after it was abandoned", async () => {
  const supervisor = supervise(`process.exit(1);`, { crashLimit: 1 });
  supervisor.start();
  await until(supervisor, "failed");
  fs.writeFileSync(path.join(directory, "engine.mjs"), serving);
  await supervisor.restart();
  await until(supervisor, "live");
  expect(supervisor.status.reason).toBeNull();
});

test("a run that was stable ends the row of crashes before it", async () => {
  const supervisor = supervise(serving, { crashLimit: 2, stableMs: 0 });
  supervisor.start();
  for (let restarts = 0; restarts < 3; restarts++) {
    await vi.waitFor(() => expect(supervisor.status).toMatchObject({ state: "live", restarts }), {
      timeout: 10_000,
    });
    process.kill(supervisor.status.pid ?? 0, "SIGKILL");
  }
  await vi.waitFor(() => expect(supervisor.status.restarts).toBe(3), { timeout: 10_000 });
});

test("an engine that never serves is ended", async () => {
  const supervisor = supervise(`setInterval(() => {}, 1000);`, {
    crashLimit: 1,
    readyLimitMs: 200,
  });
  supervisor.start();
  await until(supervisor, "failed");
  expect(supervisor.status.reason).toBe("it did not serve within 0.2 s.");
});

test("stopping waits for the process, and kills one that does not listen", async () => {
  const supervisor = supervise(
    `process.on("SIGTERM", () => {}); ${ready} setInterval(() => {}, 1000);`,
  );
  supervisor.start();
  await until(supervisor, "live");
  const pid = supervisor.status.pid ?? 0;
  await supervisor.stop();
  expect(supervisor.status.state).toBe("stopped");
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("while it waits for its next start it can be stopped", async () => {
  const supervisor = supervise(`process.exit(1);`, { backoffMs: [60_000] });
  supervisor.start();
  await until(supervisor, "restarting");
  await supervisor.stop();
  expect(supervisor.status.state).toBe("stopped");
});

test("an obstacle is reported instead of starting", () => {
  const supervisor = supervise(serving, { obstacle: () => "there is nothing to serve." });
  supervisor.start();
  expect(supervisor.status).toMatchObject({
    state: "failed",
    reason: "there is nothing to serve.",
  });
  expect(messages()).toEqual(["The embedded engine cannot start: there is nothing to serve."]);
});

test("it starts by itself once the obstacle is gone, which is reported once", async () => {
  let obstacle: string | null = "the folder is missing.";
  const look = vi.fn<() => string | null>(() => obstacle);
  const supervisor = supervise(serving, { obstacle: look, obstacleRetryMs: 10 });
  supervisor.start();
  expect(supervisor.status).toMatchObject({
    state: "failed",
    repositoryProblem: "the folder is missing.",
  });
  await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(2));
  obstacle = null;
  await until(supervisor, "live");
  expect(supervisor.status).toMatchObject({ repositoryProblem: null, restarts: 0 });
  expect(messages().filter((each) => each.includes("cannot start"))).toHaveLength(1);
});

test("what is stopped while it restarts stays stopped", async () => {
  const supervisor = supervise(serving);
  supervisor.start();
  await until(supervisor, "live");
  const restarting = supervisor.restart();
  await supervisor.stop();
  await restarting;
  expect(supervisor.status).toMatchObject({ state: "stopped", pid: null });
});

/** Answers health checks on its ports; `more` runs when it serves. */
const healthy = (more: string) => `
  import http from "node:http";
  const server = http.createServer((_request, response) => response.end());
  server.listen(0, "127.0.0.1", () => {
    const at = "127.0.0.1:" + server.address().port;
    process.send({ type: "ready", grpc: at, http: at, metrics: at });
    ${more}
  });`;

test("[SUPERVISE-3] an engine that answers no health check is reported, killed and started again", async () => {
  const supervisor = supervise(healthy(""), { healthEveryMs: 100 });
  supervisor.start();
  await until(supervisor, "live");
  process.kill(supervisor.status.pid ?? 0, "SIGSTOP");
  await vi.waitFor(() => expect(supervisor.status).toMatchObject({ state: "live", restarts: 1 }), {
    timeout: 20_000,
  });
  expect(messages()).toContain(
    "The embedded engine has not answered health checks for 0.2 s. It is restarted after 0.6 s.",
  );
  expect(messages()).toContain(
    "The embedded engine ended unexpectedly and starts again in 0.01 s: it answered no health check for 0.6 s and was killed.",
  );
});

test("[SUPERVISE-3] an engine that answers again is left alone", async () => {
  const supervisor = supervise(healthy(""), { healthEveryMs: 1000 });
  supervisor.start();
  await until(supervisor, "live");
  const pid = supervisor.status.pid ?? 0;
  process.kill(pid, "SIGSTOP");
  await vi.waitFor(() => expect(messages().join(" ")).toContain("has not answered"), {
    timeout: 20_000,
  });
  process.kill(pid, "SIGCONT");
  await vi.waitFor(
    () => expect(messages()).toContain("The embedded engine answers health checks again."),
    { timeout: 20_000 },
  );
  expect(supervisor.status).toMatchObject({ pid, restarts: 0 });
}, 45_000);

test("[SUPERVISE-2] what nothing caught in the engine is an event with the part's name", async () => {
  const supervisor = supervise(
    healthy(`
      for (let i = 0; i < 100; i++)
        process.send({ type: "fault", part: "scheduling", message: "no queue." });
      process.send({ type: "fault", part: "scheduling", message: "no batch." });`),
  );
  supervisor.start();
  const words = (message: string) => `An error in the embedded engine, in scheduling: ${message}`;
  await vi.waitFor(() => expect(messages()).toContain(words("no batch. It goes on.")));
  expect(messages().filter((message) => message.startsWith(words("")))).toEqual([
    words("no queue. It goes on."),
    words("no batch. It goes on."),
  ]);
  expect(supervisor.status).toMatchObject({ state: "live", restarts: 0 });
});

test("[SUPERVISE-4] a line without end is cut, however long it is", async () => {
  const supervisor = supervise(
    healthy(`process.stdout.write("y".repeat(20_000_000)); process.stderr.write("done\\n");`),
  );
  supervisor.start();
  await vi.waitFor(() => expect(supervisor.log.lines).toContain("done"), { timeout: 10_000 });
  await supervisor.stop();
  const long = supervisor.log.lines.find((line) => line.startsWith("yyy"));
  expect(long?.length).toBeLessThan(8300);
  expect(long).toMatch(/… \(\d+ more characters\)$/);
});

/** Prints its arguments. */
const printing = `console.log("args " + process.argv.slice(2).join(" ")); ${ready}
  process.on("SIGTERM", () => process.exit(0)); process.on("disconnect", () => process.exit(0));
  setInterval(() => {}, 1000);`;

function startEarly(script: string, args: readonly string[] = []): EarlyEngine {
  const file = path.join(directory, "engine.mjs");
  fs.writeFileSync(file, script);
  return new EarlyEngine(pathToFileURL(file), args);
}

test("[SUPERVISE-5] serves with the early process the first time, and with a new one after a crash", async () => {
  const served = path.join(directory, "served");
  const script = `${printing} (await import("node:fs")).writeFileSync(${JSON.stringify(served)}, "");`;
  using early = startEarly(script, ["--load=a"]);
  // Output from before it was taken is kept.
  await vi.waitFor(() => expect(fs.existsSync(served)).toBe(true), { timeout: 10_000 });
  const supervisor = supervise(script, { early, args: () => ["--load=a"] });
  supervisor.start();
  await until(supervisor, "live");
  await vi.waitFor(() => expect(supervisor.log.lines).toContain("args --load=a"));
  expect(early.take(["--load=a"])).toBeNull();
  process.kill(supervisor.status.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(supervisor.status).toMatchObject({ state: "live", restarts: 1 }), {
    timeout: 10_000,
  });
});

test("[SUPERVISE-5] starts a new process when the early one has ended", async () => {
  const early = startEarly(printing);
  early[Symbol.dispose]();
  const supervisor = supervise(printing, { early });
  supervisor.start();
  await until(supervisor, "live");
  expect(supervisor.status.restarts).toBe(0);
});

test("[SUPERVISE-5] ends the early process where other arguments are wanted", async () => {
  const pidFile = path.join(directory, "pid");
  const script = `(await import("node:fs")).writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); ${printing}`;
  using early = startEarly(script, ["--load=a"]);
  await vi.waitFor(() => expect(fs.existsSync(pidFile)).toBe(true), { timeout: 10_000 });
  const first = Number(fs.readFileSync(pidFile, "utf8"));
  const supervisor = supervise(script, { early, args: () => ["--load=b"] });
  supervisor.start();
  await until(supervisor, "live");
  await vi.waitFor(() => expect(supervisor.log.lines).toContain("args --load=b"));
  await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow("ESRCH"));
});

test("the secret of its control is handed over on its standard input", async () => {
  const script = `import { readFileSync } from "node:fs"; console.log("got " + readFileSync(0, "utf8").trim()); ${printing}`;
  const supervisor = supervise(script, { args: () => [SECRET_FLAG] });
  supervisor.start();
  await until(supervisor, "live");
  await vi.waitFor(() => expect(supervisor.log.lines).toContain(`got ${supervisor.controlSecret}`));
  expect(supervisor.controlSecret).toMatch(/^[\w-]{43}$/);
});

test.skipIf(process.platform !== "linux")(
  "[SUPERVISE-6] all threads of a process that serves have the lower priority",
  async () => {
    const supervisor = supervise(
      `import { Worker } from "node:worker_threads";
      new Worker("setInterval(() => {}, 1000)", { eval: true }).once("online", () => { ${serving} });`,
    );
    supervisor.start();
    await until(supervisor, "live");
    const threads = fs.readdirSync(`/proc/${supervisor.status.pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(2);
    expect(new Set(threads.map((id) => os.getPriority(id)))).toEqual(new Set([5]));
  },
);
