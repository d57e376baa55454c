import { Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { KindIcon } from "../host/kinds.tsx";
import { useObserved } from "../host/topics.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FiguresNow } from "./figures-now.tsx";
import { tellingModel } from "../figures/observed-figures.ts";
import { ServerHead } from "./server-head.tsx";

/** A server without Triton's statistics on the overview: its state and its figures. */
export function ObservedSection({ server }: { server: ServerStatus }) {
  const frame = useObserved(server.id);
  const { id, kind, name, state, reason } = server;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <KindIcon {...server} />
          {name}
        </span>
      }
      aside={
        <Link
          to="/models"
          search={{ server: id, tab: "charts" }}
          aria-label={`Charts and metrics of ${name}`}
          className={buttonClass()}
        >
          Charts and metrics
        </Link>
      }
    >
      <div className="divide-y divide-line">
        <div className="px-4 py-2.5 text-muted">
          <ServerHead server={server} frame={frame} />
          {reason && state !== "live" && <p className="mt-1 break-words text-bad">{reason}</p>}
        </div>
        {frame && (
          <div>
            <FiguresNow kind={kind} frame={frame} of={tellingModel(frame)} />
          </div>
        )}
      </div>
    </Card>
  );
}
