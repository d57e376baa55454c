import { Bell, BellOff, BellRing, CheckCircle2, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { ALERT_PRESETS, type AlertFiring, type AlertRule } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { showError, showSuccess, showWarning } from "../ui/toasts.tsx";
import { FiringNow, Place } from "./firing-now.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { RulesTable } from "./rules-table.tsx";
import { useAlerts } from "../host/use-alerts.ts";
import { notifying, setNotifying } from "./notifications.ts";
import { formatDuration } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import { DataTable } from "../ui/data-table.tsx";
import { useNow } from "../ui/use-now.ts";
import { endReasons } from "./alert-text.ts";

/** Active alerts, alert rules and past alerts. */
export function Alerts() {
  const state = useAlerts();
  const [editing, setEditing] = useState<AlertRule | "new" | null>(null);
  const [removing, setRemoving] = useState<AlertRule | null>(null);
  const remove = useAction("alerts.remove", ["alerts.past"]);
  const past = useRequest("alerts.past", { limit: 200 });
  const firingIds = state?.firing.map(({ id }) => id).join(" ") ?? "";
  const { refetch } = past;
  // An alert that has just ended is now a past one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetched when the active alerts change
  useEffect(() => void refetch(), [firingIds, refetch]);
  if (!state)
    return (
      <Page title="Alerts">
        <p className="text-muted">Waiting for the host…</p>
      </Page>
    );
  const { rules, firing } = state;
  const add = (
    <Button look="primary" onClick={() => setEditing("new")}>
      <Plus aria-hidden="true" />
      New rule
    </Button>
  );
  return (
    <Page
      title="Alerts"
      subtitle="Alert rules for servers, replicas and models, and active alerts."
      actions={
        <>
          <NotificationChoice />
          {rules.length > 0 && add}
        </>
      }
    >
      {rules.length === 0 ? (
        <Card>
          <Empty icon={<BellRing aria-hidden="true" />} title="No alert rules yet" action={add}>
            Get alerted when a metric crosses a threshold. Start from a template below, or create
            your own.
          </Empty>
        </Card>
      ) : (
        <>
          <Card title="Firing now">
            {firing.length === 0 ? (
              <p className="flex items-center gap-2 px-4 py-3">
                <CheckCircle2 aria-hidden="true" className="size-4 text-good" />
                No active alerts.
              </p>
            ) : (
              <FiringNow firing={firing} rules={rules} />
            )}
          </Card>
          <Card title="Rules">
            <RulesTable rules={rules} onEdit={setEditing} onRemove={setRemoving} />
          </Card>
        </>
      )}
      <Presets rules={rules} />
      {past.data && past.data.length > 0 && (
        <Card title="Past alerts">
          <PastFirings firings={past.data} />
        </Card>
      )}
      {editing && (
        <RuleDialog edited={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
      {removing && (
        <Confirm
          open
          title={`Delete alert rule “${removing.name}”?`}
          verb="Delete rule"
          onConfirm={() =>
            remove.mutate(
              { id: removing.id },
              { onError: (error) => showError("Can't delete the rule", error) },
            )
          }
          onClose={() => setRemoving(null)}
        >
          Its active alerts end. Past alerts stay listed.
        </Confirm>
      )}
    </Page>
  );
}

/** Turns the system's notifications of alerts on or off. */
function NotificationChoice() {
  const [state, setState] = useState(notifying);
  if (state === "unable") return null;
  const on = state === "on";
  const choose = async () => {
    const next = await setNotifying(!on);
    setState(next);
    if (next === "refused")
      showWarning(
        "The browser blocks notifications here.",
        "Allow them for this page in the browser's settings. Alerts still appear in the console.",
      );
  };
  return (
    <Button aria-pressed={on} onClick={() => void choose()}>
      {on ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
      System notifications {on ? "on" : "off"}
    </Button>
  );
}

/** Past alerts, newest first. */
function PastFirings({ firings }: { firings: readonly AlertFiring[] }) {
  const now = useNow(60_000);
  return (
    <DataTable
      caption="Past alerts"
      maxHeight={Math.min(420, 34 + firings.length * 33)}
      columns={[
        { key: "rule", head: "Rule" },
        { key: "where", head: "Where" },
        { key: "what", head: "What was seen" },
        { key: "began", head: "Began" },
        { key: "lasted", head: "Lasted" },
        { key: "end", head: "Ended by" },
      ]}
      rows={firings.map((firing) => ({
        key: firing.id,
        cells: [
          firing.rule,
          <Place key="where" firing={firing} />,
          <span key="what" className="text-muted">
            {firing.detail}
          </span>,
          <span key="began" className="whitespace-nowrap">
            {formatMoment(firing.firedAt, now)}
          </span>,
          <span key="lasted" className="whitespace-nowrap">
            {formatDuration((firing.endedAt ?? now) - firing.firedAt)}
          </span>,
          <span key="end" className="whitespace-nowrap text-muted">
            {firing.endedBy ? endReasons[firing.endedBy] : ""}
          </span>,
        ],
      }))}
    />
  );
}

/** Templates of rules, except those that exist already. */
function Presets({ rules }: { rules: readonly AlertRule[] }) {
  const save = useAction("alerts.save");
  const there = new Set(rules.map(({ condition }) => JSON.stringify(condition)));
  const offered = ALERT_PRESETS.filter(({ rule }) => !there.has(JSON.stringify(rule.condition)));
  if (offered.length === 0) return null;
  return (
    <Card title="Templates">
      <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-b-lg bg-line lg:grid-cols-2">
        {offered.map(({ id, rule, meaning }) => (
          <li key={id} className="flex items-center justify-between gap-3 bg-surface px-4 py-2.5">
            <div className="min-w-0">
              <p className="font-semibold">{rule.name}</p>
              <p className="text-muted">{meaning}</p>
            </div>
            <Button
              disabled={save.isPending}
              aria-label={`Add the rule ${rule.name}`}
              onClick={() =>
                save.mutate(
                  { id: null, rule },
                  {
                    onSuccess: () => showSuccess(`“${rule.name}” added.`),
                    onError: (error) => showError("Can't add the rule.", error),
                  },
                )
              }
            >
              <Plus aria-hidden="true" />
              Add
            </Button>
          </li>
        ))}
        {offered.length % 2 === 1 && (
          <li aria-hidden="true" className="hidden bg-surface lg:block" />
        )}
      </ul>
    </Card>
  );
}
