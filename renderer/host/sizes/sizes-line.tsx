import type { ModelSizes } from "../../../main/contract/index.ts";
import { CircleCheck, CircleHelp } from "lucide-react";
import { formatSizes } from "./attempt-list.tsx";

/** The source of sizes that the user didn't enter. */
export function SizesLine({ sizes }: { sizes: ModelSizes }) {
  if (sizes.state === "found")
    return (
      <p className="flex items-start gap-2 text-muted text-xs">
        <CircleCheck aria-hidden="true" className="mt-px size-3.5 shrink-0 text-good" />
        Found sizes that run: {formatSizes(sizes)}
      </p>
    );
  if (sizes.state === "untried")
    return (
      <p className="flex items-start gap-2 text-muted text-xs">
        <CircleHelp aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        Not tried yet: {formatSizes(sizes)}
      </p>
    );
  return null;
}
