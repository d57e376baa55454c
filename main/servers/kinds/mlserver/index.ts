import { StatusError } from "../../../../base/status-error.ts";
import type { Observation } from "../../observation.ts";
import { Probe, metricsPage, processStart } from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { introducedAs, listModels, modelDetail } from "../open-inference/index.ts";
import { control } from "./control.ts";
import { readFigures } from "./figures.ts";

/** Seldon's MLServer (SPEC.md: MLSERVER-1 to MLSERVER-8). */
export const mlserver: ObservedKind = {
  kind: "mlserver",
  name: "MLServer",
  capabilities: ["inference"],
  async recognise(reach, asked, signal) {
    const found = await introducedAs("mlserver", reach, new Probe(asked, signal));
    return found && { version: found.version, beyond: reach.http ? ["load"] : [] };
  },
  observe,
  modelDetail,
  control,
};

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const [models, page] = await Promise.all([
    listModels(reach, signal),
    metricsPage(reach.metrics, "/metrics", signal),
  ]);
  if (!models)
    throw new StatusError(
      "UNIMPLEMENTED",
      "This MLServer lists no models: POST /v2/repository/index does not answer.",
    );
  return {
    incarnation: processStart(page.exposition),
    models,
    figures: readFigures(page),
    exposition: page.text,
  };
}
