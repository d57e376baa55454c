import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PrometheusAbout, ShownLink, ShownPrometheus } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Dot } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Empty } from "../ui/empty.tsx";
import { showError } from "../ui/toasts.tsx";
import { UnreadableList } from "../ui/unreadable-list.tsx";
import { aboutText } from "./about-text.ts";
import { PrometheusDialog } from "./prometheus-dialog.tsx";

type Form = { readonly edited: ShownPrometheus | null } | null;

/** Connections to Prometheus with their state, and the servers whose history they provide. */
export function PrometheusSection() {
  const sources = useTopic("prometheus.list", {});
  const links = useTopic("prometheus.links", {}) ?? [];
  const unreadable = useTopic("prometheus.unreadable", {});
  const removeUnreadable = useAction("prometheus.removeUnreadable");
  const [form, setForm] = useState<Form>(null);
  if (!sources) return null;
  return (
    <>
      <UnreadableList
        items={unreadable}
        what="connection"
        onRemove={({ id, name }) =>
          removeUnreadable.mutate(
            { id },
            { onError: (error) => showError(`Can't remove ${name}`, error) },
          )
        }
      />
      <Card
        title="Prometheus"
        aside={
          <Button onClick={() => setForm({ edited: null })}>
            <Plus aria-hidden="true" />
            Connect Prometheus
          </Button>
        }
      >
        {sources.length === 0 ? (
          <Empty title="No Prometheus is connected">
            Connect Prometheus, Thanos, Mimir or VictoriaMetrics to see what happened before
            Batchdeck was started, GPU figures from DCGM, and charts of any PromQL query.
          </Empty>
        ) : (
          <ul className="divide-y divide-line">
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                links={links.filter(({ prometheus }) => prometheus === source.id)}
                onEdit={() => setForm({ edited: source })}
              />
            ))}
          </ul>
        )}
      </Card>
      {form && <PrometheusDialog edited={form.edited} onClose={() => setForm(null)} />}
    </>
  );
}

interface SourceRowProps {
  readonly source: ShownPrometheus;
  readonly links: readonly ShownLink[];
  readonly onEdit: () => void;
}

function SourceRow({ source, links, onEdit }: SourceRowProps) {
  const { id, name, http, tenant } = source;
  const { data, error, isFetching, refetch } = useRequest("prometheus.check", { id });
  const [asked, setAsked] = useState(false);
  const remove = useAction("prometheus.remove");
  return (
    <li className="px-4 py-2" aria-label={`Prometheus ${name}`}>
      <div className="grid grid-cols-[minmax(10rem,1fr)_minmax(12rem,1.4fr)_minmax(10rem,1fr)_auto] items-center gap-x-3">
        <span className="min-w-0">
          <h3 className="truncate font-semibold">{name}</h3>
          <span className="block truncate font-mono text-muted text-xs">{http}</span>
        </span>
        <State about={data} error={error} />
        <span className="min-w-0 text-muted text-xs">
          {links.length === 0
            ? "No server takes its history from it yet"
            : `${count(links.length, "server or fleet", "servers and fleets")} with history from it`}
          {tenant && <span className="block truncate">Tenant {tenant}</span>}
        </span>
        <span className="flex items-center justify-end gap-1">
          <Button disabled={isFetching} onClick={() => void refetch()}>
            Retry now
          </Button>
          <Button aria-label={`Edit Prometheus ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <IconButton label={`Remove Prometheus ${name}`} onClick={() => setAsked(true)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {error && (
        <p className="break-words pt-1 text-bad text-xs" role="note">
          {error.message}
        </p>
      )}
      <Confirm
        open={asked}
        title={`Remove Prometheus ${name}?`}
        verb="Remove connection"
        onConfirm={() =>
          remove.mutate({ id }, { onError: (failed) => showError(`Can't remove ${name}`, failed) })
        }
        onClose={() => setAsked(false)}
      >
        Batchdeck deletes its address and secrets, the panels that ask it, and which series belong
        to which server. What Batchdeck recorded itself stays, and so does Prometheus.
      </Confirm>
    </li>
  );
}

interface StateProps {
  readonly about: PrometheusAbout | undefined;
  readonly error: Error | null;
}

function State({ about, error }: StateProps) {
  if (error)
    return (
      <span className="flex items-center gap-2 font-medium">
        <Dot tone="bad" />
        Not answering
      </span>
    );
  if (!about) return <span className="text-muted">Asking…</span>;
  return (
    <span className="min-w-0">
      <span className="flex items-center gap-2 font-medium">
        <Dot tone="good" />
        Answers
      </span>
      <span className="block text-muted text-xs">{aboutText(about)}</span>
    </span>
  );
}
