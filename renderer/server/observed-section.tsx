import { Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { KindIcon } from "../connections/kinds.tsx";
import { useObserved } from "../host/topics.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FiguresNow } from "./figures-now.tsx";
import { tellingModel } from "./observed-figures.ts";
import { ObservedModels } from "./observed-models.tsx";
import { ServerHead } from "./server-head.tsx";

/** A server without Triton's statistics on the overview: its state, its figures and its models. */
export function ObservedSection({ server }: { server: ServerStatus }) {
  const frame = useObserved(server.id);
  return (
    <>
      <Card
        title={
          <span className="flex items-center gap-2">
            <KindIcon kind={server.kind} />
            {server.name}
          </span>
        }
        aside={
          <Link to="/server" search={{ server: server.id }} className={buttonClass()}>
            Charts and metrics
          </Link>
        }
      >
        <div className="px-4 py-3 text-muted">
          <ServerHead server={server} frame={frame} />
        </div>
      </Card>
      {frame && <FiguresNow kind={server.kind} frame={frame} of={tellingModel(frame)} />}
      <ObservedModels server={server} frame={frame} />
    </>
  );
}
