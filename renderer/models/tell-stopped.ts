import type { StoppedModel } from "../../main/contract/index.ts";
import { tellWarning } from "../ui/toasts.tsx";

/** Names the ensembles that stopped serving with a change of one of their models, if there are any. */
export function tellStopped(withWhat: string, stopped: readonly StoppedModel[]): void {
  if (stopped.length === 0) return;
  const names = stopped.map(({ model }) => model).join(", ");
  const reasons = [...new Set(stopped.map(({ reason }) => reason))].filter((each) => each !== "");
  tellWarning(`${withWhat}, ${names} stopped serving`, reasons.join(" "));
}
