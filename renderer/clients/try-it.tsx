import type { ModelDetail, SizeAttempt, Trial } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { useServerById } from "../host/topics.ts";
import { AttemptList } from "../host/sizes/attempt-list.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { Answer } from "./answer.tsx";
import { ClientCode } from "./client-code.tsx";
import { type TrialWire, listProtocols } from "../host/first-request.ts";
import { LastRequests } from "./last-requests.tsx";
import { RequestForm } from "./request-form.tsx";
import { trialBefore } from "./timing-rows.ts";
import { TrialShell, useShownTrial } from "./trial-shell.tsx";
import { useDraftRequest } from "./use-draft-request.ts";
import { useSend } from "./use-send.ts";
import { useTrials } from "./use-trials.ts";

/** Sends one request to a model, shows the complete response, and generates client code. */
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
  const { shown, formKey, ...pick } = useShownTrial(trials, change);
  return (
    <TrialShell
      send={{
        sending,
        ready,
        onSend: () => {
          pick.showNewest();
          void send(draft);
        },
        onCancel: cancel,
      }}
      error={error}
      form={
        <>
          {attempts && <NoSizes detail={detail} attempts={attempts} />}
          <RequestForm
            key={formKey}
            detail={detail}
            wires={wires}
            draft={draft}
            errors={errors}
            onChange={change}
            prepared={prepared}
            attempts={attempts}
          />
        </>
      }
      notice={
        shown === trials.at(-1) &&
        prepared?.sizes.state === "untried" &&
        isRejected(shown) && <UntriedSizes detail={detail} />
      }
      answer={shown && <Answer trial={shown} before={trialBefore(trials, shown)} />}
      preview="Send a request to see the response and timings."
      lastTrials={
        trials.length > 0 && (
          <LastRequests trials={trials} shown={shown} onShow={pick.show} onReuse={pick.edit} />
        )
      }
      code={
        prepared && (
          <ClientCode programs={prepared.programs}>
            It sends the request above with these values. Keep clients simple: batching is the
            server’s job, so send small requests and many at once; set a deadline; cancel requests
            that have no caller any more; never retry silently.
          </ClientCode>
        )
      }
    />
  );
}

/** Shown after none of the common sizes worked. */
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

/** Shown if the most likely sizes failed on a server that isn't searched automatically. */
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

const isRejected = (trial: Trial | null) => trial?.status?.ok === false;
