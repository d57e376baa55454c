import { getRouteApi } from "@tanstack/react-router";
import { ArrowLeftRight, GitCompare } from "lucide-react";
import { lazy, Suspense } from "react";
import type { ComparedSide } from "../../search.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { SidePicker } from "./side-picker.tsx";
import { type Side, useSide } from "./use-side.ts";

const Comparison = lazy(async () => ({
  default: (await import("../comparison.tsx")).Comparison,
}));

const route = getRouteApi("/compare");

/** Compares any two configurations: of one model at two times, or of two models on any servers. */
export function Compare() {
  const search = route.useSearch();
  const { a, b } = search;
  const navigate = route.useNavigate();
  const show = (change: { a?: ComparedSide; b?: ComparedSide }) =>
    void navigate({ to: "/compare", search: { ...search, ...change }, replace: true });
  const left = useSide(a);
  const right = useSide(b);
  const failed = left.error ?? right.error;
  return (
    <Page
      title="Compare configurations"
      actions={
        <Button onClick={() => show({ a: b, b: a })}>
          <ArrowLeftRight aria-hidden="true" />
          Swap
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-4">
          <SidePicker title="Left" side={left} onPick={(side) => show({ a: side })} />
          <SidePicker title="Right" side={right} onPick={(side) => show({ b: side })} />
        </div>
        {failed && <ErrorNotice title="One side could not be read" error={failed} />}
        {differInKind(left, right) && (
          <Notice
            tone="accent"
            title="One side is as written, the other as its server completed it"
            actions={
              <Button
                onClick={() =>
                  show({ a: { ...a, revision: "served" }, b: { ...b, revision: "served" } })
                }
              >
                Compare both as served
              </Button>
            }
          >
            Fields that a server filled in by itself count as differences here.
          </Notice>
        )}
        {(left.model === "" || right.model === "") && (
          <Card>
            <Empty icon={<GitCompare aria-hidden="true" />} title="Choose a model on both sides">
              The differences appear here: of two models, of one model on two servers, or of its
              versions over time.
            </Empty>
          </Card>
        )}
        {left.text !== null && right.text !== null && (
          <Card title="Differences">
            <div className="p-4">
              <Suspense fallback={<p className="text-muted">Loading…</p>}>
                <Comparison
                  sides={[
                    { label: left.label, text: left.text },
                    { label: right.label, text: right.text },
                  ]}
                />
              </Suspense>
            </div>
          </Card>
        )}
      </div>
    </Page>
  );
}

/** Whether one text is the server's, with all defaults, and the other a file as its author wrote it. */
function differInKind(left: Side, right: Side): boolean {
  const bothServe = left.serves && right.serves;
  return bothServe && left.completed !== right.completed;
}
