// Measures a server without a host: the lab's entry point for the command line.
export { pinTraces } from "./chat/pin-traces.ts";
export { chatSpecs, checkChat } from "./chat/specs.ts";
export { targetForStreams } from "./chat/target-for-streams.ts";
export { decodeName } from "./command-line/flag.ts";
export { experimentCsv } from "./export/csv.ts";
export { experimentJson } from "./export/json.ts";
export { experimentReport } from "./export/report/report.ts";
export { aiperfSummaries } from "./export/tools/aiperf.ts";
export { guidellmReport } from "./export/tools/guidellm.ts";
export { vllmBenchResults } from "./export/tools/vllm-bench.ts";
export { LoadGenerator } from "./generator/generator.ts";
export type { RunProgress } from "./generator/messages.ts";
export { findGoal, type PlannedStep } from "./goals/index.ts";
export { formatLoad, type StepLoad, stepLoads } from "./loads.ts";
export { chooseConfigText, describeEnvironment, isThisMachine } from "./runs/environment.ts";
export { suggestName } from "./runs/name.ts";
export { checkVersions, trafficSpecs } from "./runs/traffic-specs.ts";
export {
  Certifier,
  decodeHistogram,
  differenceOfPairs,
  percentileWithInterval,
  stability,
} from "./statistics/index.ts";
export { studentQuantile } from "./statistics/student.ts";
export { mayEndEarly } from "./steps/early-end.ts";
export { hopelessReason } from "./steps/hopeless.ts";
export { endedInFailures } from "./steps/ended-in-failures.ts";
export { errorFactor, worseFactor } from "./validity/index.ts";
export { measureStep, type StepRun } from "./steps/measure-step.ts";
export { measureUndisturbed } from "./steps/measure-undisturbed.ts";
export type { Subject } from "./steps/subject.ts";
