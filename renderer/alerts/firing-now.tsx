import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { type AlertFiring, type AlertRule, parseFleetServerId } from "../../main/contract/index.ts";
import { formatAgo } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { useServers } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { showError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { figureText, conditionUnit } from "./alert-text.ts";

/** Active alerts, newest first. */
export function FiringNow({
  firing,
  rules,
}: {
  firing: readonly AlertFiring[];
  rules: readonly AlertRule[];
}) {
  const now = useNow();
  const acknowledge = useAction("alerts.acknowledge");
  const servers = useServers();
  const findRule = ({ ruleId }: AlertFiring) => rules.find(({ id }) => id === ruleId);
  const isSilenced = (each: AlertFiring) =>
    each.silenced || (findRule(each)?.silencedUntil ?? 0) > now;
  const valueText = (firing: AlertFiring) => {
    const { serverId, value, worst } = firing;
    const rule = findRule(firing);
    const unit = rule ? conditionUnit(rule.condition) : null;
    if (value === null) return servers?.find(({ id }) => id === serverId)?.reason ?? "";
    const text = figureText(value, unit);
    return worst === value ? text : `${text}, worst ${figureText(worst, unit)}`;
  };
  return (
    <DataTable
      caption="Firing now"
      columns={[
        { key: "rule", head: "Rule" },
        { key: "where", head: "Where" },
        { key: "value", head: "Seen" },
        { key: "since", head: "Since" },
        { key: "actions", head: <span className="sr-only">Actions</span> },
      ]}
      rows={firing.map((each) => ({
        key: each.id,
        cells: [
          <span key="rule" className="flex items-center gap-2">
            <Badge tone={each.severity === "error" ? "bad" : "warn"}>
              {each.severity === "error" ? "Error" : "Warning"}
            </Badge>
            <span className="font-semibold">{each.rule}</span>
            {isSilenced(each) && <Badge>Silenced</Badge>}
          </span>,
          <Place key="where" firing={each} />,
          <span key="value" className="tabular-nums">
            {valueText(each)}
          </span>,
          <span key="since" className="whitespace-nowrap">
            {formatAgo(each.firedAt, now)}
          </span>,
          <div key="actions" className="text-right">
            {each.acknowledgedAt === null ? (
              <Button
                onClick={() =>
                  acknowledge.mutate(
                    { id: each.id },
                    { onError: (error) => showError("Can't acknowledge the alert.", error) },
                  )
                }
              >
                <Check aria-hidden="true" />
                Acknowledge
              </Button>
            ) : (
              <span className="text-muted">Acknowledged {formatAgo(each.acknowledgedAt, now)}</span>
            )}
          </div>,
        ],
      }))}
    />
  );
}

/** The server or fleet, and the model. */
export function Place({ firing: { serverId, server, model } }: { firing: AlertFiring }) {
  const fleet = parseFleetServerId(serverId)?.fleet;
  const className = "hover:text-accent hover:underline";
  const on =
    fleet !== undefined ? (
      <Link to="/fleets/$id" params={{ id: String(fleet) }} className={className}>
        {server}
      </Link>
    ) : (
      <Link to="/models" search={{ server: serverId }} className={className}>
        {server}
      </Link>
    );
  return model === "" ? (
    on
  ) : (
    <span>
      {model} <span className="text-muted">on</span> {on}
    </span>
  );
}
