import type { AlertState } from "../../main/contract/index.ts";
import { useTopic } from "./topics.ts";

/** All rules and what fires by them; null before the host has answered. */
export function useAlerts(): AlertState | null {
  return useTopic("alerts.state", {});
}
