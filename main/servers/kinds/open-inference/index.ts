import type { ObservedModel } from "../../../contract/index.ts";
import type { Observation, RawFigure } from "../../observation.ts";
import { Probe, metricsPage, processStart } from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { readFigures } from "./figures.ts";
import { introduce, type Introduction } from "./introduction.ts";
import { modelDetail } from "./model-detail.ts";
import { listModels } from "./models.ts";

export { introducedAs } from "./introduction.ts";
export { modelDetail } from "./model-detail.ts";
export { listModels } from "./models.ts";
export { groupVersions } from "./repository.ts";

/** Servers with kinds of their own. */
const OTHERS = new Set(["triton", "batchdeck", "mlserver", "openvino model server"]);

const NO_LIST =
  "This server has no call that lists its models, which the protocol allows: neither GET /v2/models nor the repository extension answers.";

/** Any other server of the Open Inference Protocol (SPEC.md: OPEN-INFERENCE-1 to OPEN-INFERENCE-6). */
export const openInference: ObservedKind = {
  kind: "openInference",
  name: "Open Inference Protocol",
  capabilities: ["inference"],
  async recognise(reach, asked, signal) {
    const interview = new Probe(asked, signal);
    const found = await introduce(reach, interview);
    interview.end();
    return found && !isAnothers(found) ? { version: found.version } : null;
  },
  observe,
  modelDetail,
};

function isAnothers({ name, extensions }: Introduction): boolean {
  return OTHERS.has(name.toLowerCase()) || extensions.includes("statistics");
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const [models, page] = await Promise.all([
    listModels(reach, signal),
    metricsPage(reach.metrics, "/metrics", signal),
  ]);
  const figures = readFigures(page, models ? "" : NO_LIST);
  return {
    incarnation: processStart(page.exposition),
    models: models ?? namedIn(figures),
    figures,
    exposition: page.text,
  };
}

/** Models that the metrics name, if the server lists none. */
function namedIn(figures: readonly RawFigure[]): ObservedModel[] {
  const names = new Set(figures.map(({ model }) => model).filter((model) => model !== ""));
  return [...names].map((name) => ({
    name,
    versions: [],
    state: "unknown",
    reason: null,
    facts: [],
  }));
}
