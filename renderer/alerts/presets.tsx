import { Plus } from "lucide-react";
import { ALERT_PRESETS, type AlertRule } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";

/** Templates of rules, except those that exist already. */
export function Presets({ rules }: { rules: readonly AlertRule[] }) {
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
                    onSuccess: () => showSuccess(`“${rule.name}” is watched.`),
                    onError: (error) => showError("The rule was not added.", error),
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
