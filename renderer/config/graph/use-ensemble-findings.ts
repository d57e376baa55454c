import { useMemo } from "react";
import type { Finding } from "../../../engine/config/index.ts";
import type { Analysis } from "../analysis.ts";
import { ensembleFindings } from "./ensemble-findings.ts";
import { stepModels } from "./use-models.ts";
import { useStepModels } from "./use-step-models.ts";

const none: readonly Finding[] = [];

/** What the server would find when it validates an ensemble's text; empty for other or unreadable texts. */
export function useEnsembleFindings(
  serverId: string,
  model: string,
  { parsed, readable }: Pick<Analysis, "parsed" | "readable">,
): readonly Finding[] {
  const names = useMemo(() => stepModels(parsed.config), [parsed]);
  const models = useStepModels(serverId, model, names);
  return useMemo(
    () => (readable && names.length > 0 ? ensembleFindings(model, parsed, models) : none),
    [readable, names, model, parsed, models],
  );
}
