import { Send } from "lucide-react";
import { useState } from "react";
import type { ChatRequest, ChatTrial, ServerStatus } from "../../../main/contract/index.ts";
import { ClientCode } from "../client-code.tsx";
import { SendButton } from "../send-button.tsx";
import { useSend } from "../use-send.ts";
import { useObserved } from "../../host/topics.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
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

/** Sends a chat server one request, shows all of the answer, and gives code that sends it. */
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
  /** Null: the newest. */
  const [picked, setPicked] = useState<string | null>(null);
  /** Fields that keep what was typed begin again with a request that is taken up. */
  const [takenUp, setTakenUp] = useState("");
  const shown = trials.find((trial) => trialKey(trial) === picked) ?? trials.at(-1) ?? null;
  const sendNow = (request: ChatRequest) => {
    setPicked(null);
    void send(request);
  };
  const reply = (trial: ChatTrial) => {
    const { request, choices } = trial;
    const said = choices[0]?.text ?? "";
    change({
      ...request,
      messages: [
        ...request.messages,
        { role: "assistant", content: said },
        { role: "user", content: "" },
      ],
    });
    setTakenUp(`${trialKey(trial)} reply`);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Card
          title="Request"
          aside={
            <SendButton
              sending={sending}
              ready={ready}
              onSend={() => sendNow(draft)}
              onCancel={cancel}
            />
          }
        >
          <div className="px-4 py-3">
            <ChatForm
              key={takenUp}
              draft={draft}
              errors={errors}
              onChange={change}
              models={models}
              prepared={prepared}
            />
          </div>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          {error && <ErrorNotice title="The request was not sent" error={error} />}
          {shown ? (
            <ChatAnswer
              trial={shown}
              before={samePromptBefore(trials, shown)}
              onAgain={sending ? null : () => sendNow(shown.request)}
              onReply={() => reply(shown)}
            />
          ) : (
            <Card title="Answer">
              <Empty icon={<Send aria-hidden="true" />} title="No requests yet">
                Send a request to see the text as it arrives, its tokens, and the timings of client
                and server.
              </Empty>
            </Card>
          )}
          {trials.length > 0 && (
            <LastChats
              trials={trials}
              shown={shown}
              onShow={(trial) => setPicked(trialKey(trial))}
              onTakeUp={(trial) => {
                change(trial.request);
                setTakenUp(trialKey(trial));
                setPicked(trialKey(trial));
              }}
            />
          )}
        </div>
      </div>
      {prepared && (
        <ClientCode programs={prepared.programs}>
          It sends the request above. Keep clients simple: batching is the server’s job, so send
          many requests at once; set a deadline; cancel requests that have no caller any more; never
          retry silently.
        </ClientCode>
      )}
    </div>
  );
}

const trialKey = ({ startedAt, id }: ChatTrial) => `${startedAt} ${id}`;
