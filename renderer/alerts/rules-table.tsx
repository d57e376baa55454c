import { MoreHorizontal } from "lucide-react";
import type { AlertRule } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { useServers, useTopic } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Menu } from "../ui/menu.tsx";
import { showError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { describeCondition, formatHold, describeScope } from "./alert-text.ts";

interface RulesTableProps {
  readonly rules: readonly AlertRule[];
  readonly onEdit: (rule: AlertRule) => void;
  readonly onRemove: (rule: AlertRule) => void;
}

/** All rules with their actions. */
export function RulesTable({ rules, onEdit, onRemove }: RulesTableProps) {
  const servers = useServers() ?? [];
  const fleets = useTopic("fleets.list", {}) ?? [];
  return (
    <DataTable
      caption="Rules"
      columns={[
        { key: "name", head: "Rule" },
        { key: "condition", head: "Fires when" },
        { key: "where", head: "Where" },
        { key: "state", head: "Now" },
        { key: "actions", head: <span className="sr-only">Actions</span> },
      ]}
      rows={rules.map((rule) => ({
        key: rule.id,
        cells: [
          <span key="name" className="font-semibold">
            {rule.name}
          </span>,
          <span key="condition">
            {describeCondition(rule.condition)}{" "}
            <span className="text-muted">{formatHold(rule.forSeconds)}</span>
          </span>,
          describeScope(rule.scope, servers, fleets),
          <RuleState key="state" rule={rule} />,
          <RuleMenu key="actions" rule={rule} onEdit={onEdit} onRemove={onRemove} />,
        ],
      }))}
    />
  );
}

function RuleState({
  rule: { enabled, silencedUntil, firing, pending, severity },
}: {
  rule: AlertRule;
}) {
  const now = useNow();
  return (
    <span className="flex flex-wrap gap-1">
      {!enabled && <Badge>Off</Badge>}
      {firing > 0 && <Badge tone={severity === "error" ? "bad" : "warn"}>{firing} firing</Badge>}
      {pending > 0 && <Badge tone="accent">{pending} pending</Badge>}
      {enabled && firing + pending === 0 && <Badge tone="good">OK</Badge>}
      {silencedUntil !== null && <Badge>Silenced until {formatMoment(silencedUntil, now)}</Badge>}
    </span>
  );
}

const silences = [
  { label: "Silence for 1 h", minutes: 60 },
  { label: "Silence for 8 h", minutes: 480 },
  { label: "Silence for 7 days", minutes: 7 * 1440 },
];

function RuleMenu({
  rule,
  onEdit,
  onRemove,
}: Omit<RulesTableProps, "rules"> & { rule: AlertRule }) {
  const silence = useAction("alerts.silence");
  const save = useAction("alerts.save", ["alerts.past"]);
  const onError = (error: Error) => showError("Can't change the rule.", error);
  const { id, silencedUntil, pending: _pending, firing: _firing, ...draft } = rule;
  const quiet = (minutes: number) => silence.mutate({ id, minutes }, { onError });
  return (
    <div className="text-right">
      <Menu
        trigger={
          <IconButton label={`Actions for ${rule.name}`}>
            <MoreHorizontal aria-hidden="true" />
          </IconButton>
        }
        items={[
          { label: "Edit", onPick: () => onEdit(rule) },
          {
            label: rule.enabled ? "Switch off" : "Switch on",
            onPick: () =>
              save.mutate({ id, rule: { ...draft, enabled: !rule.enabled } }, { onError }),
          },
          ...(silencedUntil === null
            ? silences.map(({ label, minutes }) => ({ label, onPick: () => quiet(minutes) }))
            : [{ label: "Remove silence", onPick: () => quiet(0) }]),
          { label: "Delete", danger: true, onPick: () => onRemove(rule) },
        ]}
      />
    </div>
  );
}
