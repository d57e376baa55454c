/**
 * Whether runs are valid when they are right, and only then: loads on the reference server, whose latencies are known,
 * next to a program that uses up to 90 % of the machine. Prints for each level how many runs are right, and how many of
 * those are valid.
 *
 *     node bench/validity.ts [--levels=0,30,60,90] [--rounds=3] [--scenarios="NAME;NAME"] [--file=FILE]
 *
 * Runs are appended to FILE and the table is of all that are in it, so that it can be made in several parts; --rounds=0
 * only prints it.
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
import { confusion, quietRanges, type Run } from "./validity/confusion.ts";
import { type Scenario, scenarios } from "./validity/scenarios.ts";

const { values: flags } = parseArgs({
  options: {
    levels: { type: "string", default: "0,30,60,90" },
    rounds: { type: "string", default: "3" },
    scenarios: { type: "string", default: Object.keys(scenarios).join(";") },
    file: { type: "string", default: path.join(os.tmpdir(), `batchdeck-validity-${process.pid}`) },
  },
});
const levels = flags.levels.split(",").map(Number);
const rounds = Number(flags.rounds);
const names = flags.scenarios.split(";");

/** Mean lengths of the hog's bursts, ms, in turn. */
const BURSTS_MS = [20, 150];
const SETTLE_MS = 300;
const SECONDS = 3;
const WARMUP_SECONDS = 1;
const ENTRY = new URL("../main/lab/generator/process.ts", import.meta.url);

function startHogs(level: number, burstMs: number): ChildProcess[] {
  if (level === 0) return [];
  const args = [String(level / 100), String(burstMs)];
  return os.cpus().map(() => fork(new URL("./validity/hog.ts", import.meta.url), args));
}

async function measure(server: ReferenceServer, { wire, load, behaviour }: Scenario) {
  await server.behave(behaviour);
  using generator = new LoadGenerator(ENTRY);
  const warmup = { kind: "fixed", seconds: WARMUP_SECONDS } as const;
  const subject: Subject = {
    plan: plan({ wire, load, secondsPerStep: SECONDS, warmup, objective: null }),
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
  const order = { position: 0, load: stepLoad, candidate: null, replicate: null, seed: 1 };
  const tools = { generator, clock: systemClock };
  const step = await measureStep(subject, { ...order, stopWhenCertified: false }, tools).step;
  if (!step) throw new Error("nothing was measured");
  return step;
}

async function round(server: ReferenceServer, level: number, burstMs: number): Promise<void> {
  const hogs = startHogs(level, burstMs);
  try {
    await sleep(SETTLE_MS);
    for (const name of names) {
      const step = await measure(server, scenarios[name] as Scenario);
      const { response, verdict, possibleError } = step;
      const invalid = verdict.reasons.filter(({ severity }) => severity === "invalid");
      const run: Run = {
        scenario: name,
        level,
        p50: response.p50?.value ?? null,
        p99: response.p99?.value ?? null,
        invalid: invalid.map(({ id }) => id),
      };
      fs.appendFileSync(flags.file, `${JSON.stringify({ ...run, burstMs, possibleError })}\n`);
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
  // The first requests of a process are slower than all others.
  for (const name of names) await measure(server, scenarios[name] as Scenario);
  for (let i = 0; i < rounds; i++) {
    for (const level of levels) await round(server, level, BURSTS_MS[i % 2] as number);
  }
}
const lines = fs.readFileSync(flags.file, "utf8").trim().split("\n");
const runs = lines.map((line) => JSON.parse(line) as Run);
console.log(quietRanges(runs));
for (const reference of ["range", "median"] as const) {
  console.log(`\nAgainst the ${reference} of the quiet runs:\n${confusion(runs, reference)}`);
}
