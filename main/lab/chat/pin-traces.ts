import type { ExperimentPlan, Traffic } from "../../contract/index.ts";
import { partSessions, readPlannedTrace } from "../../wire/index.ts";

/**
 * Reads a plan's traces: their digests and the sizes of their parts, as the files are now (LAB-TRACE-8).
 * INVALID_ARGUMENT names the line and the field, FAILED_PRECONDITION a file that has changed since it was read.
 */
export async function pinTraces(
  plan: ExperimentPlan,
  signal?: AbortSignal,
): Promise<ExperimentPlan> {
  const traffic: Traffic[] = [];
  for (const each of plan.traffic) traffic.push(await pinTrace(each, signal));
  return { ...plan, traffic };
}

/** Whether the plan's traces are read. */
export const isRead = ({ traffic }: ExperimentPlan): boolean =>
  traffic.every(
    ({ inputs }) =>
      inputs.kind !== "chat" || inputs.prompts.kind !== "trace" || inputs.prompts.read !== null,
  );

async function pinTrace(traffic: Traffic, signal: AbortSignal | undefined): Promise<Traffic> {
  const { inputs } = traffic;
  if (inputs.kind !== "chat" || inputs.prompts.kind !== "trace") return traffic;
  const { trace, part } = await readPlannedTrace(inputs.prompts, signal);
  const grouped = partSessions(trace, part);
  const read = {
    sha256: trace.sha256,
    requests: part.end - part.first,
    ...(grouped && { sessions: grouped.starts.length - 1 }),
    seconds: part.seconds,
  };
  return { ...traffic, inputs: { ...inputs, prompts: { ...inputs.prompts, read } } };
}
