import type { ServerStatus } from "../../main/contract/index.ts";
import { useAction } from "./requests.ts";
import { Button } from "../ui/button.tsx";
import { showError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";

/** When a server that doesn't answer will be polled next; nothing while it answers. */
export function NextTry({ at }: { at: number | null }) {
  const now = useNow(1000);
  if (at === null) return null;
  const seconds = Math.ceil((at - now) / 1000);
  return (
    <span aria-live="off" className="text-muted">
      {seconds > 0 ? `next try in ${seconds} s` : "asking…"}
    </span>
  );
}

/** Polls now instead of at the next scheduled time. */
export function RetryNow({ server }: { server: ServerStatus }) {
  const ask = useAction("servers.askNow");
  return (
    <Button
      disabled={ask.isPending}
      aria-label={`Retry now: ${server.name}`}
      onClick={() =>
        ask.mutate(
          { serverId: server.id },
          { onError: (error) => showError(`${server.name} was not asked.`, error) },
        )
      }
    >
      Retry now
    </Button>
  );
}
