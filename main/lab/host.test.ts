import fs from "node:fs";
import { expect, it, vi } from "vitest";
import type { ExperimentPlan, ExperimentProgress } from "../contract/index.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

/** Starts the suggested experiment, short, and follows its progress. */
async function start(
  { client }: TestHost,
  secondsPerStep: number,
  warmup: ExperimentPlan["warmup"],
) {
  const subject = { serverId: "embedded", model: "mlp" };
  const suggested = await client.request("lab.suggest", subject);
  const plan: ExperimentPlan = {
    ...suggested.plan,
    load: { kind: "concurrency", levels: [1, 8], thinkMs: 5 },
    secondsPerStep,
    warmup,
  };
  const { id } = await client.request("lab.start", { plan, name: "" });
  let latest: ExperimentProgress | undefined;
  client.subscribe("lab.progress", { id }, { event: (progress) => (latest = progress) });
  const until = (phase: ExperimentProgress["phase"]) =>
    vi.waitFor(() => expect(latest?.phase).toBe(phase), { timeout: 40_000, interval: 20 });
  return { id, until, result: () => client.request("lab.get", { id }) };
}

it("an experiment is interrupted when the engine is killed, continues afterwards, and is stored", {
  timeout: 90_000,
}, async () => {
  const first = await startTestHost();
  await first.until("live");
  const killed = await start(first, 30, { kind: "fixed", seconds: 0.2 });
  await killed.until("measuring");
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.kill(first.status()?.pid as number, "SIGKILL");
  await killed.until("finished");
  const interrupted = await killed.result();
  expect(interrupted.state).toBe("interrupted");
  expect(interrupted.reason).toContain("Embedded engine went away");
  expect(interrupted.steps[0]?.successes).toBeGreaterThan(0);

  await first.until("live");
  const again = await start(first, 0.6, { kind: "auto", mostSeconds: 8 });
  await again.until("finished");
  const done = await again.result();
  expect(done).toMatchObject({ state: "done", reason: null });
  expect(done.steps.map(({ load, complete }) => [load.value, complete])).toEqual([
    [1, true],
    [8, true],
  ]);
  expect(done.environment.configText).toContain('name: "mlp"');
  for (const step of done.steps) {
    expect(step.failures).toEqual([]);
    expect(step.warmup.words).toMatch(
      /(instances? had run|no batch was formed), latency had settled$|^8 s passed/,
    );
    expect(step.reconciliation.filter(({ difference }) => difference !== null)).toEqual([]);
    expect(step.otherCpu).not.toBeNull();
    expect(step.server?.queueMs).toBeGreaterThan(0);
  }
  await first.close();

  const second = await startTestHost({ directory: first.directory });
  const list = await second.client.request("lab.list", {});
  expect(list.map(({ id, state }) => [id, state])).toEqual([
    [again.id, "done"],
    [killed.id, "interrupted"],
  ]);
  await second.close();
  fs.rmSync(first.directory, { recursive: true, force: true });
});
