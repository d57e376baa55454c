import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { ObservedModel } from "../../../contract/index.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import { fetchAdmitted } from "../probe/index.ts";
import type { Exposition } from "../exposition/index.ts";
import { modelFrom, modelStatus } from "../tensorflow-serving/index.ts";

const config = z.record(z.string(), modelStatus);

const CONFIG = "/v1/config";

/** All models and graphs with the states of their versions. Rejects if nothing or something else responds. */
export async function listModels(
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
  return Object.entries(data).map(([name, each]) => {
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
