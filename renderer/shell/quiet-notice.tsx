import { PauseCircle } from "lucide-react";
import { useEffect } from "react";
import { useQuiet } from "../host/use-measurement-lock.ts";

/** Shown while a measurement on this machine is on: what pages draw would take CPU time from it. */
export function QuietNotice() {
  const quiet = useQuiet();
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (quiet) dataset["quiet"] = "";
    return () => {
      delete dataset["quiet"];
    };
  }, [quiet]);
  if (!quiet) return null;
  return (
    <span
      role="status"
      className="mr-2 flex items-center gap-1.5 whitespace-nowrap text-muted text-sm"
      data-hint="Drawing takes CPU time from the measurement. Charts go on when it ends."
    >
      <PauseCircle aria-hidden="true" className="size-4" />
      Live charts paused while measuring
    </span>
  );
}
