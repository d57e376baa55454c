import { useEffect, useRef } from "react";
import type { AlertFiring } from "../../main/contract/index.ts";
import { showError, showWarning } from "../ui/toasts.tsx";
import { Gathering } from "./gathering.ts";
import { notify } from "./notifications.ts";
import { useAlerts } from "../host/use-alerts.ts";
import { describeStorm } from "./alert-text.ts";

const MAX_AT_ONCE = 3;

/** Shows each alert that starts firing while the console is open, on every page; many at once in one notification. */
export function AlertWatch() {
  const state = useAlerts();
  const known = useRef<ReadonlySet<number> | null>(null);
  const gathering = useRef<Gathering<AlertFiring> | null>(null);
  useEffect(() => {
    const own = new Gathering(showToasts);
    gathering.current = own;
    return () => own[Symbol.dispose]();
  }, []);
  useEffect(() => {
    if (!state) return;
    const before = known.current;
    const aloud = state.firing.filter(({ silenced }) => !silenced);
    known.current = new Set(aloud.map(({ id }) => id));
    if (before) gathering.current?.add(aloud.filter(({ id }) => !before.has(id)));
  }, [state]);
  return null;
}

function showToasts(fresh: readonly AlertFiring[]): void {
  if (fresh.length > MAX_AT_ONCE)
    announce(`${fresh.length} alerts fire`, describeStorm(fresh), fresh.some(isError), fresh);
  else for (const firing of fresh) announce(firing.rule, firing.detail, isError(firing), [firing]);
}

function announce(title: string, text: string, bad: boolean, of: readonly AlertFiring[]): void {
  if (bad) showError(title, text);
  else showWarning(title, text);
  notify(title, text, `alert-${Math.min(...of.map(({ id }) => id))}`);
}

const isError = ({ severity }: AlertFiring) => severity === "error";
