import { Link } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { useRequest } from "../host/requests.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { SessionsTable } from "./sessions-table.tsx";

export function Tuning() {
  const sessions = useRequest("tuning.list", {});
  const searches = useRequest("tuning.searches", {});
  const error = sessions.error ?? searches.error;
  const isKnown = sessions.data !== undefined && searches.data !== undefined;
  const count = (sessions.data?.length ?? 0) + (searches.data?.length ?? 0);
  const begin = (
    <Link to="/tuning/new" className={buttonClass("primary")}>
      <SlidersHorizontal aria-hidden="true" />
      Tune a model
    </Link>
  );
  return (
    <Page
      title="Tuning"
      subtitle="Find the best configuration for a goal in a dozen measurements, or change one knob at a time."
      actions={count > 0 && begin}
    >
      {error && <ErrorNotice title="The tuning sessions could not be read" error={error} />}
      <Card>
        {isKnown && count === 0 && (
          <Empty
            icon={<SlidersHorizontal aria-hidden="true" />}
            title="No tuning sessions yet"
            action={begin}
          >
            Set one goal. Batchdeck predicts every configuration, measures the most promising ones,
            and confirms the best against the active configuration. Or choose each change yourself
            in the manual mode, from proposals with their reasons. Both end with a configuration, a
            report, and the steps to take it to a server.
          </Empty>
        )}
        {count > 0 && (
          <SessionsTable sessions={sessions.data ?? []} searches={searches.data ?? []} />
        )}
        {!isKnown && !error && <p className="px-4 py-6 text-muted">Reading the sessions…</p>}
      </Card>
    </Page>
  );
}
