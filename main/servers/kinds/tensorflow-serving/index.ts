import { StatusError } from "../../../../base/status-error.ts";
import type { Observation } from "../../observation.ts";
import {
  type HttpResponse,
  fetchAdmitted,
  Probe,
  metricsPage,
  processStart,
} from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { readFigures } from "./figures.ts";
import { findModels } from "./models.ts";

export { modelFrom, modelStatus } from "./model-status.ts";

const METRICS = "/monitoring/prometheus/metrics";
/** A model that can't exist: the rejection's text identifies the product. */
const NOBODYS = "/v1/models/-";

/** TensorFlow Serving's ModelServer, over its REST port (SPEC.md: TF-SERVING-1 to TF-SERVING-7). */
export const tensorflowServing: ObservedKind = {
  kind: "tensorflowServing",
  name: "TensorFlow Serving",
  capabilities: [],
  async recognise(reach, asked, signal) {
    const probe = new Probe(asked, signal);
    const spoke =
      (await probe.get(reach.http, NOBODYS, recogniseRefusal)) ??
      (await probe.get(reach.metrics, METRICS, ({ text }) =>
        /^:tensorflow:/m.test(text) ? true : null,
      ));
    probe.end();
    return spoke && { version: null };
  },
  observe,
};

function recogniseRefusal({ json }: HttpResponse): true | null {
  const error = (json as { error?: unknown } | null | undefined)?.error;
  return typeof error === "string" && error.startsWith("Could not find any versions of model")
    ? true
    : null;
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const http = reach.http ?? reach.metrics;
  if (!http)
    throw new StatusError(
      "FAILED_PRECONDITION",
      "TensorFlow Serving is observed over HTTP: give the address of its REST port (--rest_api_port).",
    );
  const page = await metricsPage(reach.metrics, METRICS, signal);
  const models = await findModels(http, page.exposition, reach.models ?? [], signal);
  // Without a model to request, this checks whether the server responds.
  if (models.length === 0) await fetchAdmitted(http, NOBODYS, signal);
  return {
    incarnation: processStart(page.exposition),
    models,
    figures: readFigures(page),
    exposition: page.text,
  };
}
