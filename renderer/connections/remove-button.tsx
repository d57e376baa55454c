import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { IconButton } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { tellError } from "../ui/toasts.tsx";

/** Lets a connection go, once it was asked whether that is meant. */
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
        title={`Remove ${name}?`}
        verb="Remove"
        onConfirm={() =>
          remove.mutate(
            { serverId: id },
            { onError: (error) => tellError(`${name} could not be removed.`, error) },
          )
        }
        onClose={() => setAsked(false)}
      >
        The console forgets its addresses and secrets. The server itself and what it serves stay as
        they are; what was recorded of it is kept.
      </Confirm>
    </>
  );
}
