import { BellRing, CheckCircle2, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { AlertRule } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { showError } from "../ui/toasts.tsx";
import { FiringNow } from "./firing-now.tsx";
import { NotificationChoice } from "./notification-choice.tsx";
import { PastFirings } from "./past-firings.tsx";
import { Presets } from "./presets.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { RulesTable } from "./rules-table.tsx";
import { useAlerts } from "../host/use-alerts.ts";

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
                Nothing fires.
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
