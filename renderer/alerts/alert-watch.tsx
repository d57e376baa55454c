import { useEffect, useRef } from "react";
import type { AlertFiring } from "../../main/contract/index.ts";
import { tellError, tellWarning } from "../ui/toasts.tsx";
import { notify } from "./notifications.ts";
import { useAlerts } from "./use-alerts.ts";

const MOST_AT_ONCE = 3;

/** Tells of each alert that begins to fire while the console is open, wherever in it one is. */
export function AlertWatch() {
  const state = useAlerts();
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (!state) return;
    const before = known.current;
    known.current = new Set(state.firing.map(({ id }) => id));
    if (!before) return;
    tell(state.firing.filter(({ id, silenced }) => !silenced && !before.has(id)));
  }, [state]);
  return null;
}

function tell(fresh: readonly AlertFiring[]): void {
  if (fresh.length > MOST_AT_ONCE) {
    const rules = [...new Set(fresh.map(({ rule }) => rule))].join(", ");
    tellOne(`${fresh.length} alerts fire`, rules, fresh.some(isError));
    return;
  }
  for (const firing of fresh) tellOne(firing.rule, afterName(firing), isError(firing));
}

function tellOne(title: string, text: string, bad: boolean): void {
  if (bad) tellError(title, text);
  else tellWarning(title, text);
  notify(title, text);
}

const isError = ({ severity }: AlertFiring) => severity === "error";

/** The message without the rule's name, which stands above it. */
export function afterName({ rule, message }: AlertFiring): string {
  return message.startsWith(`${rule}: `) ? message.slice(rule.length + 2) : message;
}
