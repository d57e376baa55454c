import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { Observation } from "../../observation.ts";
import { Probe, metricsPage, processStart } from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { introducedAs, modelDetail } from "../open-inference/index.ts";
import { readFigures } from "./figures.ts";
import { listModels } from "./models.ts";

const openAiModels = z.object({ object: z.literal("list"), data: z.array(z.unknown()) });

/** Intel's OpenVINO Model Server (SPEC.md: OPENVINO-1 to OPENVINO-7). */
export const openvino: ObservedKind = {
  kind: "openvino",
  name: "OpenVINO Model Server",
  capabilities: ["inference"],
  async recognise(reach, asked, signal) {
    const interview = new Probe(asked, signal);
    const found = await introducedAs("OpenVINO Model Server", reach, interview);
    if (!found) return null;
    const chat = await interview.get(reach.http, "/v3/models", ({ status, json }) =>
      status === 200 && openAiModels.safeParse(json).success ? true : null,
    );
    return { version: found.version, ...(chat && { beyond: ["chat"] }) };
  },
  observe,
  modelDetail,
};

async function observe({ http, metrics }: Reach, signal?: AbortSignal): Promise<Observation> {
  if (!http)
    throw new StatusError(
      "FAILED_PRECONDITION",
      "OpenVINO Model Server reports its models over HTTP: give the address of its REST port (--rest_port).",
    );
  const page = await metricsPage(metrics, "/metrics", signal);
  return {
    incarnation: processStart(page.exposition),
    models: await listModels(http, page.exposition, signal),
    figures: readFigures(page),
    exposition: page.text,
  };
}
