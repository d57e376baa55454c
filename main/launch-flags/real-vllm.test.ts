// Launch flags of a real vLLM: `npm run test:real` installs it and passes on its command.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readReal, realCommand } from "../testing/real-server.ts";
import { vllmFlags } from "./flags/vllm.ts";
import { createLaunchFixture, processPlan } from "./testing/launch-fixture.ts";

const real = readReal("REAL_VLLM", realCommand);
const missing = real ? "" : " (`npm run test:real` starts it)";
const MODEL = "tiny";
const READY_SECONDS = 900;
const timeout = 45 * 60_000;

describe.skipIf(real === null)(`launch flags of a real vLLM${missing}`, { timeout }, () => {
  afterEach(() => vi.unstubAllEnvs());

  it("[LAUNCH-4] lists every known flag in its help", async () => {
    const [program = ""] = real?.command ?? [];
    const env = { ...process.env, ...real?.env };
    const { stdout } = await promisify(execFile)(program, ["serve", "--help=all"], {
      env,
      timeout,
    });
    const names = vllmFlags.flatMap(({ name, aliases, value }) => [
      name,
      ...aliases,
      ...(value.kind === "switch" && value.off !== "" ? [value.off] : []),
    ]);
    const words = new Set(stdout.split(/[\s,=[\]|]+/));
    expect(names.filter((name) => !words.has(name))).toEqual([]);
  });

  it("[LAUNCH-8] [LAUNCH-9] measures a change, and has a crash at start as a result", async () => {
    for (const [name, value] of Object.entries(real?.env ?? {})) vi.stubEnv(name, value);
    await using fixture = await createLaunchFixture();
    const oneSequence = {
      label: "One sequence",
      changes: [{ flag: "--max-num-seqs", value: "1" }],
    };
    const tooLong = {
      label: "Longer than the model allows",
      changes: [{ flag: "--max-model-len", value: "999999" }],
    };
    const { experiment, ...plan } = processPlan([oneSequence, tooLong], "", real?.command);
    const traffic = experiment.traffic.map((each) => ({ ...each, model: MODEL }));
    const id = await fixture.begin({
      ...plan,
      readySeconds: READY_SECONDS,
      experiment: { ...experiment, traffic, secondsPerStep: 10 },
    });
    const done = await fixture.finished(id, timeout);
    expect(done).toMatchObject({ state: "done", reason: "" });
    const [base, one, long] = done.results;
    expect(base).toMatchObject({ state: "done", failure: null });
    expect(base?.readySeconds).toBeGreaterThan(1);
    expect(base?.log.join("\n")).toContain("POST /v1/chat/completions");
    expect(one).toMatchObject({ state: "done", failure: null, comparisonProblem: "" });
    expect(one?.comparison?.unlike).toEqual([]);
    const loads = one?.comparison?.loads ?? [];
    expect(loads[0]?.figures.map(({ figure }) => figure)).toContain("firstTokenP50");
    expect(long).toMatchObject({
      state: "failed",
      experimentId: null,
      failure: { kind: "flag", reason: expect.stringContaining("max_model_len (999999)") },
    });
  });
});
