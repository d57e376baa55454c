import type { StoppedModel } from "../../main/contract/index.ts";
import { tellWarning } from "../ui/toasts.tsx";

/** Names the ensembles that stopped serving with a change of one of their models, if there are any. */
export function tellStopped(withWhat: string, stopped: readonly StoppedModel[]): void {
  if (stopped.length === 0) return;
  const names = stopped.map(({ model }) => model).join(", ");
  // Where a part is gone, servers say no more than that.
  const reasons = stopped.map(({ reason }) => reason).filter((each) => !/^(unloaded)?$/.test(each));
  tellWarning(`${withWhat}, ${names} stopped serving`, [...new Set(reasons)].join(" "));
}
