import {
  type ChatRequest,
  type ChatTrial,
  hasResponses,
  type ServerStatus,
} from "../../../main/contract/index.ts";
import { ClientCode } from "../client-code.tsx";
import { TrialShell, useShownTrial } from "../trial-shell.tsx";
import { useSend } from "../use-send.ts";
import { useObserved } from "../../host/topics.ts";
import { ChatAnswer } from "./chat-answer.tsx";
import { ChatForm } from "./chat-form.tsx";
import { LastChats } from "./last-chats.tsx";
import { samePromptBefore } from "./same-prompt.ts";
import { useChats } from "./use-chats.ts";
import { useDraftChat } from "./use-draft-chat.ts";

interface TryChatProps {
  readonly server: ServerStatus;
  /** Where the form begins; without it, the first that the server names. */
  readonly model?: string;
}

/** Sends a chat server one request, shows all of the response, and gives code that sends it. */
export function TryChat({ server, model }: TryChatProps) {
  const frame = useObserved(server.id);
  if (!frame) return <p className="text-muted">Asking the server…</p>;
  const names = frame.models.map(({ name }) => name);
  const first = model ?? names[0] ?? "";
  return <Builder key={`${server.id} ${first}`} server={server} model={first} models={names} />;
}

interface BuilderProps {
  readonly server: ServerStatus;
  readonly model: string;
  readonly models: readonly string[];
}

function Builder({ server, model, models }: BuilderProps) {
  const { draft, change, prepared, errors, ready } = useDraftChat(server.id, model);
  const { send, sending, error, cancel } = useSend("chat.send");
  const trials = useChats(server.id);
  const { shown, formKey, ...pick } = useShownTrial(trials, change);
  const sendNow = (request: ChatRequest) => {
    pick.showNewest();
    void send(request);
  };
  return (
    <TrialShell
      send={{ sending, ready, onSend: () => sendNow(draft), onCancel: cancel }}
      error={error}
      form={
        <ChatForm
          key={formKey}
          draft={draft}
          errors={errors}
          onChange={change}
          models={models}
          prepared={prepared}
          offersResponses={hasResponses(server.kind)}
          prefix={server.kind === "openvino" ? "/v3" : "/v1"}
        />
      }
      answer={
        shown && (
          <ChatAnswer
            trial={shown}
            before={samePromptBefore(trials, shown)}
            onAgain={sending ? null : () => sendNow(shown.request)}
            onReply={() => pick.reply(shown, replyTo(shown))}
          />
        )
      }
      preview="Send a request to see its response, its tokens, and the timings of client and server."
      lastTrials={
        trials.length > 0 && (
          <LastChats trials={trials} shown={shown} onShow={pick.show} onReuse={pick.edit} />
        )
      }
      code={
        prepared && (
          <ClientCode programs={prepared.programs}>
            It sends the request above. Keep clients simple: batching is the server’s job, so send
            many requests at once; set a deadline; cancel requests that have no caller any more;
            never retry silently.
          </ClientCode>
        )
      }
    />
  );
}

/** The same chat with its response and an empty message of the user. */
function replyTo({ request, choices }: ChatTrial): ChatRequest {
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: "assistant", content: choices[0]?.text ?? "" },
      { role: "user", content: "" },
    ],
  };
}
