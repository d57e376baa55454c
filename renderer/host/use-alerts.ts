import type { AlertState } from "../../main/contract/index.ts";
import { useTopic } from "./topics.ts";

/** All alert rules and active alerts; null before the host has answered. */
export function useAlerts(): AlertState | null {
  return useTopic("alerts.state", {});
}
