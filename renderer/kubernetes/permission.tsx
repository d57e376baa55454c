import { useState } from "react";
import type { KnownContext } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Confirm } from "../ui/confirm.tsx";
import { showError } from "../ui/toasts.tsx";

/** Whether this console may change the cluster, and what that means. */
export function Permission({ context }: { context: KnownContext }) {
  const { id, changesAllowed } = context;
  const [asked, setAsked] = useState(false);
  const allow = useAction("kubernetes.allowChanges", ["kubernetes.known"]);
  const set = (allowed: boolean) =>
    allow.mutate(
      { id, allowed },
      { onError: (error) => showError("Can't change the permission.", error) },
    );
  return (
    <div className="flex max-w-xl flex-col gap-0.5">
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          role="switch"
          checked={changesAllowed}
          disabled={allow.isPending}
          onChange={(event) => (event.target.checked ? setAsked(true) : set(false))}
        />
        Allow changes to this cluster
      </label>
      <p className="text-muted text-xs">
        {changesAllowed
          ? "Batchdeck may run the lab as a Job and delete those Jobs. It writes nothing else."
          : "Read-only: Batchdeck lists, watches, reads logs and forwards ports, and writes nothing."}
      </p>
      <Confirm
        open={asked}
        title={`Allow changes to ${context.context}?`}
        verb="Allow changes"
        onConfirm={() => set(true)}
        onClose={() => setAsked(false)}
      >
        Batchdeck may then create lab Jobs with their ConfigMaps in this cluster and delete those
        that it created, each time when you ask for it. Stays on for this context until you switch
        it off.
      </Confirm>
    </div>
  );
}
