import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { Observation } from "../../observation.ts";
import { Probe, metricsPage, processStart, fetchAdmitted } from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { entriesByKey } from "../lenient.ts";
import { introducedAs, modelDetail } from "../open-inference/index.ts";
import { readFigures } from "./figures.ts";
import type { ObservedModel } from "../../../contract/index.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import type { Exposition } from "../exposition/index.ts";
import { modelFrom, modelStatus } from "../tensorflow-serving/index.ts";

const openAiModels = z.object({ object: z.literal("list"), data: z.array(z.unknown()) });

/** Intel's OpenVINO Model Server (SPEC.md: OPENVINO-1 to OPENVINO-7). */
export const openvino: ObservedKind = {
  kind: "openvino",
  name: "OpenVINO Model Server",
  capabilities: ["inference"],
  async recognise(reach, asked, signal) {
    const probe = new Probe(asked, signal);
    const found = await introducedAs("OpenVINO Model Server", reach, probe);
    if (!found) return null;
    const chat = await probe.get(reach.http, "/v3/models", ({ status, json }) =>
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

const config = entriesByKey(modelStatus);

const CONFIG = "/v1/config";

/** All models and graphs with the states of their versions. Rejects if nothing or something else responds. */
async function listModels(
  http: ServerHttp,
  exposition: Exposition,
  signal: AbortSignal | undefined,
): Promise<ObservedModel[]> {
  const { status, json } = await fetchAdmitted(http, CONFIG, signal);
  const { data } = config.safeParse(json);
  if (status !== 200 || !data)
    throw new StatusError(
      "UNAVAILABLE",
      `${http.url}${CONFIG} answers with status ${status} and no list of models.`,
    );
  return [...data].map(([name, each]) => {
    const model = modelFrom(name, each);
    return { ...model, facts: [...model.facts, ...listResources(exposition, name)] };
  });
}

function listResources(exposition: Exposition, name: string): [string, string][] {
  const facts = [
    ["Streams", "ovms_streams"],
    ["Inference requests (nireq)", "ovms_infer_req_queue_size"],
  ] as const;
  return facts.flatMap(([label, metric]): [string, string][] => {
    const own = exposition.labelled(metric, "name", name);
    const sum = own.reduce((total, { value }) => total + value, 0);
    return own.length > 0 ? [[label, String(sum)]] : [];
  });
}
