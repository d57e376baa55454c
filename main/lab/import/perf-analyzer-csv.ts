import { type ExperimentPlan, type ExperimentStep, PLAN_VERSION } from "../../contract/index.ts";
import { plainTraffic } from "../plain-traffic.ts";
import { csvRows } from "./csv-rows.ts";
import { type NewImportedExperiment, planLoad, refuse, UNKNOWN_ENVIRONMENT } from "./imported.ts";
import { PerfAnalyzerRow } from "./perf-analyzer-row.ts";
import { stepOfRow } from "./perf-analyzer-step.ts";

const NOTE = "Imported from perf_analyzer's CSV: only what its columns contain.";
const LOADS = { Concurrency: "concurrency", "Request Rate": "rate" } as const;

/**
 * Reads the output of `perf_analyzer -f`, any version, and our own CSV: the first column is Concurrency or Request
 * Rate; unknown columns are skipped. `now` is used as the time, which the file lacks.
 */
export function readPerfAnalyzerCsv(
  text: string,
  fileName: string,
  now: number,
): NewImportedExperiment {
  const [head, ...rows] = csvRows(text);
  const first = head?.cells[0]?.trim() ?? "";
  if (!Object.hasOwn(LOADS, first)) {
    refuse(
      "line 1",
      `begins with '${first.slice(0, 40)}'; perf_analyzer's CSV begins with Concurrency or Request Rate.`,
    );
  }
  const kind = LOADS[first as keyof typeof LOADS];
  const names = (head?.cells ?? []).map((name) => name.trim());
  const twice = names.find((name, i) => name !== "" && names.indexOf(name) < i);
  if (twice !== undefined) refuse("line 1", `names the column '${twice}' twice.`);
  if (!names.includes("Inferences/Second")) refuse("line 1", "has no column Inferences/Second.");
  if (rows.length === 0) refuse("it", "has columns but no measurement.");
  const steps = rows.map((row) =>
    stepOfRow(
      new PerfAnalyzerRow(names, row),
      { kind, column: first },
      { startedAt: now, note: NOTE },
    ),
  );
  return {
    name: fileName.replace(/\.csv$/i, "") || "perf_analyzer",
    createdAt: now,
    finishedAt: now,
    state: "done",
    reason: null,
    plan: inferPlan(steps, kind),
    steps,
    environment: UNKNOWN_ENVIRONMENT,
    tags: ["perf_analyzer"],
    pinned: false,
    note: NOTE,
    annotations: [],
    importedFrom: `${fileName} (${NOTE.replace(/^I/, "i").replace(/\.$/, "")})`,
    search: null,
    comparisons: [],
  };
}

/** Derived from the steps' loads as far as a plan can represent them; the rest is perf_analyzer's defaults. */
function inferPlan(steps: readonly ExperimentStep[], kind: "concurrency" | "rate"): ExperimentPlan {
  return {
    version: PLAN_VERSION,
    serverId: "imported",
    wire: "http",
    traffic: [plainTraffic("unknown")],
    load: planLoad(steps, kind, { kind: "constant" }),
    secondsPerStep: 5,
    requestsPerStep: null,
    warmup: { kind: "requests", count: 0 },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed: 0,
  };
}
