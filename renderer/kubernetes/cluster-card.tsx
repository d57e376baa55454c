import { Link } from "@tanstack/react-router";
import type { ClusterView, KnownContext } from "../../main/contract/index.ts";
import { NextTry } from "../host/next-try.tsx";
import { useAction } from "../host/requests.ts";
import { Dot } from "../ui/badge.tsx";
import { AskFirst } from "../ui/ask-first.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";
import { NamespaceChoice } from "./namespace-choice.tsx";
import { Permission } from "./permission.tsx";
import { clusterStateWords, summaryWords } from "./kubernetes-text.ts";

/** A cluster's name, state and permissions. */
export function ClusterCard({ context, view }: { context: KnownContext; view: ClusterView }) {
  const { tone, words } = clusterStateWords(view);
  const forget = useAction("kubernetes.forget", ["kubernetes.known"]);
  const tryNow = useAction("kubernetes.tryNow", ["kubernetes.namespaces"]);
  const answers = view.state === "live" || view.state === "connecting";
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{context.context}</span>
          <span className="flex items-center gap-2 font-normal text-sm">
            <Dot tone={tone} pulse={view.state === "connecting"} /> {words}
          </span>
        </span>
      }
      aside={
        <span className="flex items-center gap-2">
          <Link
            to="/deploy"
            search={context.namespace === "" ? {} : { namespace: context.namespace }}
            className={buttonClass()}
          >
            Deploy a tuned model here
          </Link>
          <AskFirst
            title={`Remove ${context.context} from Batchdeck?`}
            consequence="It is removed from this list, with the permission to change it. The cluster and the kubeconfig stay as they are."
            verb="Remove cluster"
            onConfirm={() =>
              forget.mutate(
                { id: context.id },
                { onError: (error) => showError(`Can't remove ${context.context}`, error) },
              )
            }
          >
            {(ask) => (
              <Button look="quiet" aria-label={`Remove ${context.context}`} onClick={ask}>
                Remove
              </Button>
            )}
          </AskFirst>
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-3">
        {!answers && (
          <Notice
            tone={view.state === "refused" ? "bad" : "warn"}
            title={
              view.state === "refused"
                ? "Can't read the cluster"
                : "The cluster does not answer; what is shown may be out of date"
            }
            actions={
              <Button disabled={tryNow.isPending} onClick={() => tryNow.mutate({ id: context.id })}>
                Try now
              </Button>
            }
          >
            {view.reason} <NextTry at={view.nextTry} />
          </Notice>
        )}
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <NamespaceChoice context={context} />
          <Permission context={context} />
        </div>
        <p className="text-muted">
          {view.server && <span className="font-mono text-xs">{view.server}</span>}
          {view.server && view.state === "live" && " · "}
          {view.state === "live" && summaryWords(view, context.namespace)}
        </p>
      </div>
    </Card>
  );
}
