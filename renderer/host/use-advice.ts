import type { Advice, AdviceFrame } from "../../main/contract/index.ts";
import { useTopic } from "./topics.ts";

const none: readonly Advice[] = [];

/** The current advice for a server; null before the first frame. */
export function useAdvice(serverId: string | undefined): AdviceFrame | null {
  return useTopic("advisor.advice", serverId === undefined ? null : { serverId });
}

/** The current advice for one model. */
export function useModelAdvice(serverId: string | undefined, model: string): readonly Advice[] {
  const findings = useAdvice(serverId)?.findings ?? none;
  return findings.filter((each) => each.model === model);
}
