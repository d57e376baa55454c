import type { StoppedModel } from "../../main/contract/index.ts";
import { showWarning } from "../ui/toasts.tsx";

/** Names the ensembles that stopped serving with a change of one of their models, if there are any. */
export function announceStopped(withWhat: string, stopped: readonly StoppedModel[]): void {
  if (stopped.length === 0) return;
  const { names, reasons } = describeStopped(stopped);
  showWarning(`${withWhat}, ${names} stopped serving`, reasons);
}

/** The names in one line, and the server's reasons where it gives any. */
export function describeStopped(stopped: readonly StoppedModel[]) {
  const names = stopped.map(({ model }) => model).join(", ");
  // Where a part is gone, servers say no more than that.
  const reasons = stopped.map(({ reason }) => reason).filter((each) => !/^(unloaded)?$/.test(each));
  return { names, reasons: [...new Set(reasons)].join(" ") };
}
