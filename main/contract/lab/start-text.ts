import type { ExperimentPlan } from "./plan.ts";
import type { ExperimentStep, StepConversations } from "./step.ts";

type Source = ExperimentPlan["traffic"][number]["inputs"];

/** Whether requests are turns of conversations. */
export const holdsConversations = (inputs: Source): boolean =>
  inputs.kind === "chat" && (inputs.conversation ?? null) !== null;

/** Whether conversations, not requests, begin at the instants of an open loop. */
export const beginsConversations = ({
  load,
  traffic,
}: Pick<ExperimentPlan, "load" | "traffic">): boolean =>
  load.kind !== "concurrency" && traffic.every(({ inputs }) => holdsConversations(inputs));

/** The unit of a step's load by rate. */
export const formatRateUnit = ({ of }: Pick<ExperimentStep["load"], "of">): string =>
  of === "conversations" ? "conversations/s" : "req/s";

/** "4.8 of 5 planned conversations/s begun"; null of a closed loop. */
export function formatStarts(
  { planned, begun }: Pick<StepConversations, "planned" | "begun">,
  seconds: number,
): string | null {
  if (planned === undefined || seconds <= 0) return null;
  const rate = (count: number) => Number((count / seconds).toPrecision(3));
  return `${rate(begun)} of ${rate(planned)} planned conversations/s begun`;
}
