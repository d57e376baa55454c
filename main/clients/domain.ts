import type { Clock } from "../clock.ts";
import type {
  clientRequests,
  clientTopics,
  ModelDetail,
  Trial,
  TrialRequest,
} from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import { plainWays } from "../servers/ways.ts";
import { refuseWithoutJson } from "../lab/inputs/index.ts";
import { sendsJson } from "../lab/target/tensor-form.ts";
import { clientPrograms } from "./code/index.ts";
import { prepareRequest } from "./prepare.ts";
import { sendTrial } from "./send.ts";
import { Trials } from "./trials.ts";
import { shownTensor } from "./values.ts";

/** Elements of an input that are shown. */
const MOST_VALUES = 100;

/** A server that shows no configuration has its tensors taken as they stand, the batch dimension like any other. */
function asTold(detail: ModelDetail): ModelDetail {
  const { ready, config } = detail;
  return ready && config === null ? { ...detail, config: { max_batch_size: 0 } } : detail;
}

const placeOf = ({ serverId, model }: Pick<TrialRequest, "serverId" | "model">) =>
  `${serverId}\n${model}`;

export function clientsDomain(
  servers: ServerDirectory,
  clock: Clock,
): DomainHandlers<keyof typeof clientRequests, keyof typeof clientTopics> {
  const trials = new Trials<Trial>(clock, ({ request }) => placeOf(request));
  const prepare = async (request: TrialRequest, signal: AbortSignal) => {
    const server = servers.get(request.serverId);
    const detail = asTold(await server.modelDetail(request.model, signal));
    const prepared = await prepareRequest(detail, request);
    const asJson = await sendsJson(server);
    if (asJson && request.wire === "http") refuseWithoutJson(prepared.inputs);
    return { server, detail, prepared: { ...prepared, asJson } };
  };
  return {
    requests: {
      "clients.prepare": async (request, signal) => {
        const { server, detail, prepared } = await prepare(request, signal);
        return {
          inputs: prepared.inputs.map((input) => ({
            ...shownTensor(input, MOST_VALUES),
            drawn: !Object.hasOwn(request.values, input.name),
          })),
          jsonTensors: prepared.asJson,
          programs: clientPrograms(
            prepared,
            detail,
            server.ways ?? plainWays(server.status.endpoints),
          ),
        };
      },
      "clients.send": async (request, signal) => {
        const { server, prepared } = await prepare(request, signal);
        const id = trials.nextId();
        // Tells it apart in the engine's traces.
        const named = { ...prepared, id: prepared.id || `try-${clock.now().toString(36)}-${id}` };
        return await sendTrial({
          id,
          request,
          prepared: named,
          server,
          clock,
          signal,
          changed: (trial) => trials.put(trial),
        });
      },
    },
    topics: {
      "clients.trials": ({ serverId, model }, sink) => {
        const place = placeOf({ serverId, model });
        sink.event(trials.of(place));
        return trials.onChange(place, (trial) => sink.event([trial]));
      },
    },
  };
}
