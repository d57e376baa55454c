import { Link } from "@tanstack/react-router";
import { Download, Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { TuningSession } from "../../main/contract/index.ts";
import { FigureTable } from "../figures/comparison/figure-table.tsx";
import { useAction } from "../host/requests.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { saveFile } from "../ui/save-file.ts";
import { isOpen } from "./tuning-text.ts";

const TextDiff = lazy(async () => ({
  default: (await import("../ui/pbtxt/text-diff.tsx")).TextDiff,
}));

/** The session's result: gain, configuration, and how to apply it elsewhere. */
export function Outcome({ session }: { session: TuningSession }) {
  const { id, state, gain, model, currentConfig, baselineConfig, writtenTo } = session;
  const confirm = useAction("tuning.confirm", ["tuning.get"]);
  const finish = useAction("tuning.finish", ["tuning.get", "tuning.list", "configs.get"]);
  const [ending, setEnding] = useState<"keep" | "restore" | null>(null);
  const changed = currentConfig !== baselineConfig;
  const choosing = state === "choosing";
  const error = confirm.error ?? finish.error;
  return (
    <Card
      title={isOpen(session) ? "So far" : "Result"}
      aside={
        <span className="flex flex-wrap gap-2">
          {choosing && changed && (
            <Button
              disabled={confirm.isPending}
              data-hint="Compares the original configuration with the current one, interleaved."
              onClick={() => confirm.mutate({ id })}
            >
              {gain ? "Measure total gain again" : "Measure total gain"}
            </Button>
          )}
          {choosing && (
            <>
              {changed && (
                <Button onClick={() => setEnding("restore")}>Restore original and finish</Button>
              )}
              <Button look="primary" onClick={() => setEnding("keep")}>
                <Flag aria-hidden="true" />
                Finish
              </Button>
            </>
          )}
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-4">
        {error && <ErrorNotice title="Can't do that" error={error} />}
        <p className={gain ? "text-lg" : "text-muted"}>
          {gain?.words ??
            (changed
              ? `Each kept change was compared with the configuration before it. ${choosing ? "Measure the total gain to compare the original with the current configuration." : "The original was not compared with the current configuration."}`
              : `No change was kept${isOpen(session) ? " so far" : ""}. The original configuration is active.`)}
        </p>
        {writtenTo && (
          <p className="wrap-anywhere">
            The configuration was written to <code>{writtenTo}</code>.
          </p>
        )}
        {writtenTo === null && (
          <p>
            The configuration is active until the server restarts: this console can’t reach its
            config.pbtxt. Copy it there with one of the actions below.
          </p>
        )}
        {changed && (
          <Suspense fallback={<p className="text-muted">Loading…</p>}>
            <TextDiff
              before={baselineConfig}
              after={currentConfig}
              labels={["Original", "Present"]}
            />
          </Suspense>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">Apply to a server:</span>
          <CopyButton label="Copy configuration" text={() => Promise.resolve(currentConfig)} />
          <Button
            onClick={() =>
              saveFile({
                fileName: "config.pbtxt",
                mediaType: "text/plain",
                content: currentConfig,
              })
            }
          >
            <Download aria-hidden="true" />
            config.pbtxt
          </Button>
          <Link
            to="/models/$name"
            params={{ name: model }}
            search={{ tab: "configuration" }}
            className={buttonClass()}
          >
            API calls, export and history
          </Link>
          <Link
            to="/compare"
            search={{
              a: { server: session.serverId, model, revision: "force" },
              b: { server: "", model, revision: "force" },
            }}
            className={buttonClass()}
          >
            Compare with another server
          </Link>
          <Link
            to="/deploy"
            search={{ server: session.serverId, models: [model] }}
            className={buttonClass()}
          >
            Deploy to a cluster
          </Link>
        </div>
      </div>
      {gain && <FigureTable figures={gain.figures} invalid={gain.invalid} />}
      <Confirm
        open={ending !== null}
        title={
          ending === "restore"
            ? `Restore the original configuration of “${model}”?`
            : `Finish tuning “${model}”?`
        }
        verb={ending === "restore" ? "Restore" : "Finish"}
        onConfirm={() => finish.mutate({ id, restore: ending === "restore" })}
        onClose={() => setEnding(null)}
      >
        {ending === "restore"
          ? "The kept changes are reverted. The log and the experiments are kept."
          : changed
            ? "The current configuration is written to config.pbtxt if this console can reach it. Otherwise it stays active until the server restarts."
            : "No change was kept, so nothing is applied."}
      </Confirm>
    </Card>
  );
}
