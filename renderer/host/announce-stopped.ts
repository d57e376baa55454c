import type { StoppedModel } from "../../main/contract/index.ts";
import { showWarning } from "../ui/toasts.tsx";

/** Shows which ensembles stopped serving after a change of one of their models, if any. */
export function announceStopped(withWhat: string, stopped: readonly StoppedModel[]): void {
  if (stopped.length === 0) return;
  const { names, reasons } = describeStopped(stopped);
  showWarning(`${withWhat}, ${names} stopped serving`, reasons);
}

/** The names in one line, and the server's reasons, if any. */
export function describeStopped(stopped: readonly StoppedModel[]) {
  const names = stopped.map(({ model }) => model).join(", ");
  // Servers give no further reason if a part is missing.
  const reasons = stopped.map(({ reason }) => reason).filter((each) => !/^(unloaded)?$/.test(each));
  return { names, reasons: [...new Set(reasons)].join(" ") };
}
