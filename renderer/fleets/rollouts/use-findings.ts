import { useMemo } from "react";
import { checkText, type Finding } from "../../../engine/config/index.ts";
import { useSettled } from "../../ui/use-settled.ts";

export interface Findings {
  readonly all: readonly Finding[];
  /** Whether they are for the current text. */
  readonly fresh: boolean;
  /** Number of findings for which the host rejects the text. */
  readonly refusing: number;
}

/** Findings for a text alone; a server may find more. */
export function useFindings(model: string, text: string): Findings {
  const settled = useSettled(text);
  return useMemo(() => {
    const all = settled.trim() === "" ? [] : checkText(settled, { modelName: model });
    return { all, fresh: settled === text, refusing: all.filter(isRefused).length };
  }, [settled, text, model]);
}

/** Same rule as main/configs/read-text.ts: what only a load can show is left to the server. */
function isRefused({ severity, stage }: Finding): boolean {
  return severity === "error" && (stage === "syntax" || stage === "validation");
}
