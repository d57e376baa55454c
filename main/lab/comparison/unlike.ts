import type { Experiment, ExperimentPlan } from "../../contract/index.ts";

/** What two experiments do not have in common beside what is compared; sentences. */
export function unlike(before: Experiment, after: Experiment): string[] {
  if (before.id === after.id) return [];
  return [...environments(before, after), ...plans(before.plan, after.plan)];
}

function environments(before: Experiment, after: Experiment): string[] {
  const [a, b] = [before.environment, after.environment];
  const sentences: string[] = [];
  if (a.fingerprint !== b.fingerprint) {
    sentences.push(
      a.fingerprint === "" || b.fingerprint === ""
        ? "Whether the load came from the same machine is not known."
        : `The load came from different machines: ${machine(a)}, and ${machine(b)}.`,
    );
  }
  if (a.server !== b.server) {
    sentences.push(`They ran on different servers: ${a.server}, and ${b.server}.`);
  }
  if (a.serverVersion !== b.serverVersion) {
    sentences.push(
      `The server's version was ${a.serverVersion ?? "not told"}, then ${b.serverVersion ?? "not told"}.`,
    );
  }
  if (a.sameMachine !== b.sameMachine) {
    sentences.push("One server ran on the machine that sent the load, the other elsewhere.");
  }
  if (a.configText !== b.configText) sentences.push("The model's configuration differs.");
  const [others, otherOthers] = [a.otherConfigs, b.otherConfigs];
  if (others && otherOthers && !same(others, otherOthers)) {
    sentences.push("The configuration of another model of the traffic differs.");
  }
  return sentences;
}

type Environment = Experiment["environment"];

const machine = ({ cpus, cpuModel, platform }: Environment) => `${cpus} × ${cpuModel}, ${platform}`;

function plans(a: ExperimentPlan, b: ExperimentPlan): string[] {
  const sentences: string[] = [];
  if (a.wire !== b.wire) sentences.push(`One ran over ${a.wire}, the other over ${b.wire}.`);
  const models = (plan: ExperimentPlan) => plan.traffic.map(({ model }) => model).join(", ");
  if (models(a) !== models(b)) {
    sentences.push(`Their traffic goes to different models: ${models(a)}, and ${models(b)}.`);
  } else {
    for (const [index, traffic] of a.traffic.entries()) {
      const other = b.traffic[index] as typeof traffic;
      const fields = TRAFFIC.filter((field) => !same(traffic[field], other[field]));
      if (fields.length > 0) {
        sentences.push(`Their requests to '${traffic.model}' differ in ${fields.join(", ")}.`);
      }
    }
  }
  const fields = PLAN.filter((field) => !same(a[field], b[field]));
  if (fields.length > 0) sentences.push(`Their plans differ in ${fields.join(", ")}.`);
  return sentences;
}

const PLAN = ["load", "secondsPerStep", "requestsPerStep", "warmup", "objective", "seed"] as const;
const TRAFFIC = [
  "modelVersion",
  "weight",
  "batchSize",
  "shapes",
  "inputs",
  "distinctInputs",
  "reuse",
  "deadlineMs",
  "priority",
  "timeoutMicros",
  "sequence",
] as const;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
