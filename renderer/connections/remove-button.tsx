import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { IconButton } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { showError } from "../ui/toasts.tsx";

/** Removes a connection after a confirmation. */
export function RemoveButton({ server: { id, name } }: { server: ServerStatus }) {
  const [asked, setAsked] = useState(false);
  const remove = useAction("servers.remove");
  return (
    <>
      <IconButton label={`Remove ${name}`} onClick={() => setAsked(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Confirm
        open={asked}
        title={`Remove connection to ${name}?`}
        verb="Remove connection"
        onConfirm={() =>
          remove.mutate(
            { serverId: id },
            { onError: (error) => showError(`Can't remove ${name}`, error) },
          )
        }
        onClose={() => setAsked(false)}
      >
        Batchdeck deletes its addresses and secrets. The server keeps running, and its recorded
        metrics and experiments stay.
      </Confirm>
    </>
  );
}
