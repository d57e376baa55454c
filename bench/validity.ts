/**
 * Whether runs are valid if and only if they are accurate: loads on the reference server, whose latencies are known, next to
 * a program that uses up to 90 % of the machine, on all cores or as few as possible. A run is accurate if its p50 and p99
 * match those computed from the server's own CPU times, plus the way to the server as runs without another program have it.
 * Prints for each level how many runs are accurate, and how many of those are valid.
 *
 *     node bench/validity.ts [--levels=0,30,60,90] [--rounds=4] [--seconds=8] [--scenarios="NAME;NAME"]
 *         [--file=FILE]
 *
 * Runs are appended to FILE, and the table covers all runs in it, so that it can be made in several parts; --rounds=0 only
 * prints it.
 */
import { type ChildProcess, fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { systemClock } from "../base/clock.ts";
import { LoadGenerator } from "../main/lab/generator/generator.ts";
import { stepLoads } from "../main/lab/loads.ts";
import { measureStep } from "../main/lab/steps/measure-step.ts";
import type { Subject } from "../main/lab/steps/subject.ts";
import { plan } from "../main/lab/testing/experiment.ts";
import { targetAt, trafficSpec } from "../main/lab/testing/run-spec.ts";
import { ReferenceServer } from "../main/lab/reference-server/reference-server.ts";
import { confusion, type Run } from "./validity/confusion.ts";
import { type Scenario, scenarios } from "./validity/scenarios.ts";
import { undisturbed } from "./validity/undisturbed.ts";

const { values: flags } = parseArgs({
  options: {
    levels: { type: "string", default: "0,30,60,90" },
    rounds: { type: "string", default: "4" },
    seconds: { type: "string", default: "8" },
    scenarios: { type: "string", default: Object.keys(scenarios).join(";") },
    file: { type: "string", default: path.join(os.tmpdir(), `batchdeck-validity-${process.pid}`) },
  },
});
const levels = flags.levels.split(",").map(Number);
const rounds = Number(flags.rounds);
const seconds = Number(flags.seconds);
const names = flags.scenarios.split(";");

/** How the hog uses its share of the machine, in turn, in bursts with a mean length in ms. */
const HOGS = [
  { spread: "all cores", burstMs: 20 },
  { spread: "few cores", burstMs: 150 },
  { spread: "all cores", burstMs: 150 },
  { spread: "few cores", burstMs: 20 },
] as const;
type Hog = (typeof HOGS)[number];
const SEED = 1;
const SETTLE_MS = 300;
const WARMUP_SECONDS = 1;
const ENTRY = new URL("../main/lab/generator/process.ts", import.meta.url);

function startHogs(level: number, { spread, burstMs }: Hog): ChildProcess[] {
  const cores = os.cpus().length;
  const wanted = (level / 100) * cores;
  const shares = Array.from({ length: cores }, (_, core) =>
    spread === "all cores" ? wanted / cores : Math.min(1, Math.max(0, wanted - core)),
  );
  return shares
    .filter((share) => share > 0)
    .map((share) =>
      fork(new URL("./validity/hog.ts", import.meta.url), [String(share), String(burstMs)]),
    );
}

async function measure(server: ReferenceServer, { wire, load, behaviour }: Scenario) {
  await server.behave(behaviour);
  using generator = new LoadGenerator(ENTRY);
  const warmup = { kind: "fixed", seconds: WARMUP_SECONDS } as const;
  const subject: Subject = {
    plan: plan({ wire, load, secondsPerStep: seconds, warmup, objective: null }),
    traffic: [trafficSpec()],
    target: targetAt(wire === "http" ? server.http : server.grpc),
    server: {
      statistics: () => Promise.reject(new Error("it keeps none")),
      pid: server.pid,
      sameMachine: true,
    },
  };
  const [stepLoad] = stepLoads(subject.plan);
  if (!stepLoad) throw new Error("the plan has no step");
  const order = { position: 0, load: stepLoad, candidate: null, replicate: null, seed: SEED };
  const tools = { generator, clock: systemClock };
  const step = await measureStep(subject, { ...order, stopWhenCertified: false }, tools).step;
  if (!step) throw new Error("nothing was measured");
  return step;
}

async function round(server: ReferenceServer, level: number, hog: Hog): Promise<void> {
  const hogs = startHogs(level, hog);
  try {
    await sleep(SETTLE_MS);
    for (const name of names) {
      const scenario = scenarios[name] as Scenario;
      const step = await measure(server, scenario);
      const { response, verdict, possibleError } = step;
      const invalid = verdict.reasons.filter(({ severity }) => severity === "invalid");
      const run: Run = {
        scenario: name,
        level,
        p50: response.p50?.value ?? null,
        p99: response.p99?.value ?? null,
        undisturbed: undisturbed(scenario, await server.stamps(), { seconds, seed: SEED }),
        invalid: invalid.map(({ id }) => id),
      };
      fs.appendFileSync(flags.file, `${JSON.stringify({ ...run, hog, possibleError })}\n`);
      const verdictText = run.invalid.join(", ") || "valid";
      console.log(
        `${level} %, ${name}: p50 ${run.p50?.toFixed(1)} ms, p99 ${run.p99?.toFixed(1)} ms: ${verdictText}`,
      );
    }
  } finally {
    for (const hog of hogs) hog.disconnect();
  }
}

if (rounds > 0) {
  using server = await ReferenceServer.start();
  // Warms up, since a process's first requests are slower.
  for (const name of names) await measure(server, scenarios[name] as Scenario);
  for (let i = 0; i < rounds; i++) {
    for (const level of levels) await round(server, level, HOGS[i % HOGS.length] as Hog);
  }
}
const lines = fs.readFileSync(flags.file, "utf8").trim().split("\n");
const runs = lines.map((line) => JSON.parse(line) as Run);
console.log(confusion(runs));
