import { useMemo } from "react";
import { checkText, type Finding } from "../../../engine/config/index.ts";
import { useSettled } from "../../ui/use-settled.ts";

export interface Findings {
  readonly all: readonly Finding[];
  /** Whether they are of the text as it stands, and not of one before. */
  readonly fresh: boolean;
  /** How many the host rejects the text for. */
  readonly refusing: number;
}

/** What is wrong with a text, by itself: servers may know more. */
export function useFindings(model: string, text: string): Findings {
  const settled = useSettled(text);
  return useMemo(() => {
    const all = settled.trim() === "" ? [] : checkText(settled, { modelName: model });
    return { all, fresh: settled === text, refusing: all.filter(isRefused).length };
  }, [settled, text, model]);
}

/** As main/configs/read-text.ts has it: what only loading can show is left to the server. */
function isRefused({ severity, stage }: Finding): boolean {
  return severity === "error" && (stage === "syntax" || stage === "validation");
}
