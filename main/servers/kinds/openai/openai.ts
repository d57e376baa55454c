import type { Observation } from "../../observation.ts";
import { Probe, metricsPage, processStart } from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { listModels, modelsIn, requireHttp } from "./list-models.ts";
import { withoutMetrics } from "./llm-figures.ts";
import { observedModels } from "./model-list.ts";

const NAME = "OpenAI-compatible server";
const NO_STANDARD =
  "OpenAI's interface has no metrics, and Batchdeck doesn't know this server's own. Whatever it exports can be charted under its metrics.";

/** Any other server with OpenAI's interface (SPEC.md). Tried last. */
export const openai: ObservedKind = {
  kind: "openai",
  name: NAME,
  capabilities: ["chat"],
  async recognise({ http }, asked, signal) {
    const probe = new Probe(asked, signal);
    const models = await probe.get(http, "/v1/models", modelsIn);
    probe.end();
    return models && { version: null };
  },
  observe,
};

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = requireHttp(reach, NAME);
  const [models, { text, exposition }] = await Promise.all([
    listModels(http, "The server", signal),
    metricsPage(reach.metrics, "/metrics", signal),
  ]);
  return {
    incarnation: processStart(exposition),
    models: observedModels(models),
    figures: withoutMetrics(NO_STANDARD),
    exposition: text,
  };
}
