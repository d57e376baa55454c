import { StatusError } from "../../base/status-error.ts";
import { Trials } from "../clients/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { ChatRequest, ChatTrial, chatRequests, chatTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/index.ts";
import { prepareBody } from "./body.ts";
import { chatPrograms } from "./code/index.ts";
import { sendChat } from "./send.ts";

interface ChatParts {
  readonly servers: ServerDirectory;
  readonly clock: Clock;
}

/** *Try it* for models that chat; SPEC.md. */
export function startChat({
  servers,
  clock,
}: ChatParts): DomainHandlers<keyof typeof chatRequests, keyof typeof chatTopics> {
  const trials = new Trials<ChatTrial>(clock, ({ request }) => request.serverId);
  const prepare = (request: ChatRequest) => {
    const server = chatServer(servers.get(request.serverId));
    return { server, prepared: prepareBody(request, server.status.kind) };
  };
  return {
    requests: {
      "chat.prepare": async (request) => {
        const { server, prepared } = prepare(request);
        const { path, body, changed } = prepared;
        // Where a secret is missing, sending says so.
        const target = await server.access().then(
          ({ http }) => http,
          () => null,
        );
        return {
          path,
          body: JSON.stringify(body, null, 2),
          changed: [...changed],
          programs: chatPrograms(request, prepared, target),
        };
      },
      "chat.send": async (request, signal) => {
        const { server, prepared } = prepare(request);
        return await sendChat({
          id: trials.nextId(),
          request,
          prepared,
          server,
          clock,
          signal,
          changed: (trial) => trials.put(trial),
        });
      },
    },
    topics: {
      "chat.trials": ({ serverId }, sink) => {
        sink.event(trials.of(serverId));
        return trials.onChange(serverId, (trial) => sink.event([trial]));
      },
    },
  };
}

function chatServer(server: ServerAdapter): ServerAdapter {
  const { name, capabilities, state } = server.status;
  if (capabilities.includes("chat")) return server;
  throw capabilities.length === 0
    ? new StatusError("UNAVAILABLE", `${name} has not answered yet; it is ${state}.`)
    : new StatusError("UNIMPLEMENTED", `${name} does not speak OpenAI's chat interface.`);
}
