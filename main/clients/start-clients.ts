import type { Clock } from "../../base/clock.ts";
import type {
  clientRequests,
  clientTopics,
  ModelDetail,
  Trial,
  TrialRequest,
} from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { plainEndpoints, type ServerDirectory } from "../servers/index.ts";
import { refuseWithoutJson } from "../wire/index.ts";
import { prepareRequest, sendsJson, shownTensor } from "../wire/exchange/index.ts";
import type { Sizes } from "../sizes/index.ts";
import { toChoice, chooseSizes } from "./choose-sizes.ts";
import { clientPrograms } from "./code/index.ts";
import { sendTrial } from "./send.ts";
import { Trials } from "./trials.ts";

/** Max elements of an input that are shown. */
const MAX_VALUES = 100;

/** If a server shows no configuration, its tensors are taken literally, the batch dimension like any other. */
function withConfig(detail: ModelDetail): ModelDetail {
  const { ready, config } = detail;
  return ready && config === null ? { ...detail, config: { max_batch_size: 0 } } : detail;
}

const trialKey = ({ serverId, model }: Pick<TrialRequest, "serverId" | "model">) =>
  `${serverId}\n${model}`;

interface ClientsParts {
  readonly servers: ServerDirectory;
  readonly clock: Clock;
  readonly sizes: Sizes;
}

/** *Try it* for models that take tensors, and programs that send the same; SPEC.md. */
export function startClients({
  servers,
  clock,
  sizes,
}: ClientsParts): DomainHandlers<keyof typeof clientRequests, keyof typeof clientTopics> {
  const trials = new Trials<Trial>(clock, ({ request }) => trialKey(request));
  const prepare = async (request: TrialRequest, signal: AbortSignal) => {
    const server = servers.get(request.serverId);
    const reported = await server.modelDetail(request.model, signal);
    const detail = withConfig(reported);
    const chosen = await chooseSizes(sizes, { server, detail: reported, request }, signal);
    const { shapes, byInput } = chosen;
    const prepared = await prepareRequest(detail, { ...request, shapes }, byInput);
    const asJson = await sendsJson(server);
    if (asJson && request.wire === "http") refuseWithoutJson(prepared.inputs);
    return { server, reported, detail, chosen, prepared: { ...prepared, asJson } };
  };
  return {
    requests: {
      "clients.prepare": async (request, signal) => {
        const { server, detail, chosen, prepared } = await prepare(request, signal);
        return {
          sizes: chosen.sizes,
          inputs: prepared.inputs.map((input) => ({
            ...shownTensor(input, MAX_VALUES),
            drawn: !Object.hasOwn(request.values, input.name),
          })),
          jsonTensors: prepared.asJson,
          programs: clientPrograms(
            prepared,
            detail,
            server.clientEndpoints ?? plainEndpoints(server.status.endpoints),
          ),
        };
      },
      "clients.send": async (request, signal) => {
        const { server, reported, chosen, prepared } = await prepare(request, signal);
        const id = trials.nextId();
        // Identifies it in the engine's traces.
        const named = { ...prepared, id: prepared.id || `try-${clock.now().toString(36)}-${id}` };
        const trial = await sendTrial({
          id,
          request,
          prepared: named,
          server,
          clock,
          signal,
          changed: (news) => trials.put(news),
        });
        if (trial.status?.ok) {
          const choice = toChoice(reported, prepared, request, chosen);
          await sizes.remember(server, reported, choice).catch(() => {});
        }
        return trial;
      },
    },
    topics: {
      "clients.trials": ({ serverId, model }, sink) => {
        const place = trialKey({ serverId, model });
        sink.event(trials.of(place));
        return trials.onChange(place, (trial) => sink.event([trial]));
      },
    },
  };
}
