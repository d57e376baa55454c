import { Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { ExperimentTable } from "./experiment-table.tsx";
import { useExperiments } from "./use-experiments.ts";

export function Experiments() {
  const { data, error } = useExperiments();
  const begin = (
    <Link to="/experiments/new" className={buttonClass("primary")}>
      <FlaskConical aria-hidden="true" />
      New experiment
    </Link>
  );
  return (
    <Page title="Experiments" actions={data && data.length > 0 && begin}>
      {error && <ErrorNotice title="The experiments could not be read" error={error} />}
      <Card>
        {data?.length === 0 && (
          <Empty
            icon={<FlaskConical aria-hidden="true" />}
            title="No experiments yet"
            action={begin}
          >
            An experiment loads a model at several concurrencies and measures its throughput and
            latency. Run one, change the configuration, run it again, and compare.
          </Empty>
        )}
        {data && data.length > 0 && <ExperimentTable experiments={data} />}
        {!data && !error && <p className="px-4 py-6 text-muted">Reading the experiments…</p>}
      </Card>
    </Page>
  );
}
