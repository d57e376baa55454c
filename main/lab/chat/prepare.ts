import type { Experiment, ExperimentPlan, ObservedModel } from "../../contract/index.ts";
import { formatAuthority, loadTarget } from "../../wire/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { describeEnvironment, isHere } from "../runs/environment.ts";
import { refuseUnable } from "../runs/reach.ts";
import { type EventSource, watchEvents } from "../runs/server-probe.ts";
import type { Subject } from "../steps/subject.ts";
import { chatSpecs, checkChat } from "./specs.ts";
import { targetForStreams } from "./target-for-streams.ts";

/** INVALID_ARGUMENT, FAILED_PRECONDITION and UNAVAILABLE explain why a plan can't run on a chat server. */
export async function prepareChat(
  server: ServerAdapter,
  plan: ExperimentPlan,
  signal: AbortSignal,
): Promise<Experiment["environment"]> {
  refuseUnable(server, true);
  const { models } = await server.observe(signal);
  checkChat(plan, models);
  const address = formatAuthority(await loadTarget(server, plan.wire));
  return describeEnvironment(server.status, describeModel(plan, models), address);
}

/** Prepares a plan for the server's current state; first measures words in tokens. */
export async function chatSubject(
  server: ServerAdapter,
  plan: ExperimentPlan,
  events: EventSource,
): Promise<Subject> {
  const target = await loadTarget(server, plan.wire);
  const sameMachine = isHere(server.status, formatAuthority(target));
  return {
    plan,
    target: targetForStreams(target, server.status.kind),
    traffic: await chatSpecs(plan, target, server.status.kind),
    server: {
      statistics: () => Promise.resolve([]),
      observe: () => server.observe(),
      pid: sameMachine ? server.status.pid : null,
      sameMachine,
      caveat: server.status.caveat,
      watchEvents: (happened) => watchEvents(server, events, happened),
    },
  };
}

/** The models' server statistics, instead of a configuration. */
function describeModel({ traffic }: ExperimentPlan, models: readonly ObservedModel[]): string {
  const used = new Set(traffic.map(({ model }) => model));
  return models
    .filter(({ name }) => used.has(name))
    .flatMap(({ name, facts }) => [
      `# ${name}`,
      ...facts.map(([fact, value]) => `${fact}: ${value}`),
    ])
    .join("\n");
}
