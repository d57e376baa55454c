import { Send } from "lucide-react";
import { useState } from "react";
import type { ModelDetail, SizeAttempt, Trial } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { useServerById } from "../host/topics.ts";
import { AttemptList } from "../host/sizes/attempt-list.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { Answer } from "./answer.tsx";
import { ClientCode } from "./client-code.tsx";
import { type TrialWire, listProtocols } from "../host/first-request.ts";
import { LastRequests } from "./last-requests.tsx";
import { RequestForm } from "./request-form.tsx";
import { SendButton } from "./send-button.tsx";
import { trialBefore } from "./timing-rows.ts";
import { useDraftRequest } from "./use-draft-request.ts";
import { useSend } from "./use-send.ts";
import { useTrials } from "./use-trials.ts";

/** Sends a model one request, shows all of the answer, and gives code that sends it. */
export function TryIt({ serverId, model }: { serverId: string; model: string }) {
  const { data, error } = useRequest("models.detail", { serverId, model });
  const server = useServerById(serverId);
  if (error) return <ErrorNotice title={`Can't read the details of ${model}`} error={error} />;
  if (!data || !server) return <p className="text-muted">Asking the server…</p>;
  if (!data.ready)
    return (
      <Notice tone="warn" title={`${model} is not served`}>
        Load it to send it a request.
      </Notice>
    );
  return <Builder detail={data} wires={listProtocols(server.endpoints)} />;
}

interface BuilderProps {
  readonly detail: ModelDetail;
  readonly wires: readonly TrialWire[];
}

function Builder({ detail, wires }: BuilderProps) {
  const { draft, change, prepared, attempts, errors, ready } = useDraftRequest(detail, wires);
  const { send, sending, error, cancel } = useSend("clients.send");
  const trials = useTrials(detail.serverId, detail.name);
  /** Null: the newest. */
  const [picked, setPicked] = useState<string | null>(null);
  /** Fields that keep what was typed begin again with a request that is taken up. */
  const [takenUp, setTakenUp] = useState("");
  const shown = trials.find((trial) => trialKey(trial) === picked) ?? trials.at(-1) ?? null;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Card
          title="Request"
          aside={
            <SendButton
              sending={sending}
              ready={ready}
              onSend={() => {
                setPicked(null);
                void send(draft);
              }}
              onCancel={cancel}
            />
          }
        >
          <div className="flex flex-col gap-4 px-4 py-3">
            {attempts && <NoSizes detail={detail} attempts={attempts} />}
            <RequestForm
              key={takenUp}
              detail={detail}
              wires={wires}
              draft={draft}
              errors={errors}
              onChange={change}
              prepared={prepared}
              attempts={attempts}
            />
          </div>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          {error && <ErrorNotice title="The request was not sent" error={error} />}
          {shown === trials.at(-1) && prepared?.sizes.state === "untried" && isRefused(shown) && (
            <UntriedSizes detail={detail} />
          )}
          {shown ? (
            <Answer trial={shown} before={trialBefore(trials, shown)} />
          ) : (
            <Card title="Answer">
              <Empty icon={<Send aria-hidden="true" />} title="No requests yet">
                Send a request to see the response and timings.
              </Empty>
            </Card>
          )}
          {trials.length > 0 && (
            <LastRequests
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
          It sends the request above with these values. Keep clients simple: batching is the
          server’s job, so send small requests and many at once; set a deadline; cancel requests
          that have no caller any more; never retry silently.
        </ClientCode>
      )}
    </div>
  );
}

/** The console has tried common sizes, and none runs. */
function NoSizes({ detail, attempts }: { detail: ModelDetail; attempts: readonly SizeAttempt[] }) {
  const { serverId, name } = detail;
  const search = useAction("sizes.find", ["clients.prepare"]);
  return (
    <Notice
      tone="warn"
      title="Enter the shape"
      actions={
        <Button
          disabled={search.isPending}
          onClick={() => search.mutate({ serverId, model: name })}
        >
          {search.isPending ? "Trying…" : "Try again"}
        </Button>
      }
    >
      {name} has dynamic dimensions and does not run with{" "}
      {attempts.length === 1 ? "the size" : `any of the ${attempts.length} common sizes`} that the
      console tried.
      <AttemptList attempts={attempts} />
    </Notice>
  );
}

/** A server that is not searched without being asked did not take the likeliest sizes. */
function UntriedSizes({ detail: { serverId, name } }: { detail: ModelDetail }) {
  const search = useAction("sizes.find", ["clients.prepare"]);
  return (
    <Notice
      tone="warn"
      title="These sizes were a guess"
      actions={
        <Button
          disabled={search.isPending}
          onClick={() => search.mutate({ serverId, model: name })}
        >
          {search.isPending ? "Trying…" : "Try common sizes"}
        </Button>
      }
    >
      Enter the shape, or try common sizes with at most 8 requests.
    </Notice>
  );
}

const isRefused = (trial: Trial | null) => trial?.status?.ok === false;

const trialKey = ({ startedAt, id }: Trial) => `${startedAt} ${id}`;
