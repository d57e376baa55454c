import { getRouteApi, Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { ExperimentTable } from "./experiment-table.tsx";
import { ImportButton } from "./list/import-button.tsx";
import { ImportDrop } from "./list/import-drop.tsx";
import { ListFilter } from "./list/list-filter.tsx";
import { useExperimentList } from "../host/use-experiments.ts";
import { WatchList } from "./watches/watch-list.tsx";

const route = getRouteApi("/experiments");

export function Experiments() {
  const { query, tag } = route.useSearch();
  const filtered = query !== "" || tag !== "";
  const { data, error } = useExperimentList({
    ...(query === "" ? {} : { query }),
    ...(tag === "" ? {} : { tag }),
  });
  // All of them, or choosing one tag would hide the others.
  const tags = listTags(useExperimentList({}).data ?? []);
  const begin = (
    <Link to="/experiments/new" className={buttonClass("primary")}>
      <FlaskConical aria-hidden="true" />
      New experiment
    </Link>
  );
  const none = data?.length === 0 && !filtered;
  return (
    <Page
      title="Experiments"
      actions={
        <>
          <ImportButton />
          {data && !none && begin}
        </>
      }
    >
      {error && <ErrorNotice title="Can't read the experiments" error={error} />}
      <WatchList />
      <ImportDrop>
        {data && !none && <ListFilter tags={tags} />}
        <Card>
          {none && (
            <Empty
              icon={<FlaskConical aria-hidden="true" />}
              title="No experiments yet"
              action={begin}
            >
              An experiment sends load to a model and measures what its clients see, with a verdict
              on whether the figures can be trusted. Run one, change the configuration, run it
              again, and compare. Files from another console or from perf_analyzer can be dropped
              here.
            </Empty>
          )}
          {data?.length === 0 && filtered && <Empty title="No matching experiments" />}
          {data && data.length > 0 && <ExperimentTable experiments={data} />}
          {!data && !error && <p className="px-4 py-6 text-muted">Reading the experiments…</p>}
        </Card>
      </ImportDrop>
    </Page>
  );
}

const listTags = (list: readonly { tags: readonly string[] }[]) =>
  [...new Set(list.flatMap(({ tags }) => tags))].sort();
