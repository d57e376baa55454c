import type { Observation } from "../../observation.ts";
import { Interview, metricsPage, processStart } from "../asking/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { listModels, modelsIn, requireHttp } from "./listed.ts";
import { withoutMetrics } from "./llm-figures.ts";
import { listedFacts } from "./model-list.ts";

const NAME = "OpenAI-compatible server";
const NO_STANDARD =
  "OpenAI's interface has no metrics, and this server is none of the kinds whose metrics are known. What it exports can be charted under its metrics.";

/** Any server of OpenAI's interface that is no kind of its own (SPEC.md). Asked for last. */
export const openai: ObservedKind = {
  kind: "openai",
  name: NAME,
  capabilities: ["chat"],
  async recognise({ http }, asked, signal) {
    const interview = new Interview(asked, signal);
    const models = await interview.ask(http, "/v1/models", modelsIn);
    interview.end();
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
    models: models.map((model) => ({
      name: model.id,
      versions: [],
      state: "ready" as const,
      reason: null,
      facts: listedFacts(model),
    })),
    figures: withoutMetrics(NO_STANDARD),
    exposition: text,
  };
}
