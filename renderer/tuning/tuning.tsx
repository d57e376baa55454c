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
  const { data, error } = useRequest("tuning.list", {});
  const begin = (
    <Link to="/tuning/new" className={buttonClass("primary")}>
      <SlidersHorizontal aria-hidden="true" />
      Tune a model
    </Link>
  );
  return (
    <Page
      title="Tuning"
      subtitle="From a measured baseline, one knob at a time, each change proved by an interleaved A/B."
      actions={data && data.length > 0 && begin}
    >
      {error && <ErrorNotice title="The tuning sessions could not be read" error={error} />}
      <Card>
        {data?.length === 0 && (
          <Empty
            icon={<SlidersHorizontal aria-hidden="true" />}
            title="No tuning sessions yet"
            action={begin}
          >
            Set a latency objective. Batchdeck measures the active configuration, proposes one
            change at a time with its reason, and measures it against the one before. You keep it or
            not, and finish with a configuration, a report, and the steps to take it to a server.
          </Empty>
        )}
        {data && data.length > 0 && <SessionsTable sessions={data} />}
        {!data && !error && <p className="px-4 py-6 text-muted">Reading the sessions…</p>}
      </Card>
    </Page>
  );
}
