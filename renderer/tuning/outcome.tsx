import { Link } from "@tanstack/react-router";
import { Download, Flag } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { TuningSession } from "../../main/contract/index.ts";
import { FigureTable } from "../experiments/compare/figure-table.tsx";
import { useAction } from "../host/requests.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { saveFile } from "../ui/save-file.ts";
import { isOpen } from "./words.ts";

const TextDiff = lazy(async () => ({
  default: (await import("../config/text-diff.tsx")).TextDiff,
}));

/** What the session has come to: its gain, its configuration, and the way to a server. */
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
              data-hint="Measures the first configuration against the present one, interleaved."
              onClick={() => confirm.mutate({ id })}
            >
              {gain ? "Prove the gain again" : "Prove the gain"}
            </Button>
          )}
          {choosing && (
            <>
              {changed && (
                <Button onClick={() => setEnding("restore")}>Restore the first and end</Button>
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
        {error && <ErrorNotice title="That did not work" error={error} />}
        <p className={gain ? "text-lg" : "text-muted"}>
          {gain?.words ??
            (changed
              ? `Each kept change was measured against the one before. ${choosing ? "Prove the gain to measure the first configuration against the present one." : "The first configuration was not measured against the present one."}`
              : `Nothing was kept${isOpen(session) ? " so far" : ""}: the first configuration serves.`)}
        </p>
        {writtenTo && (
          <p className="wrap-anywhere">
            The configuration was written to <code>{writtenTo}</code>.
          </p>
        )}
        {writtenTo === null && (
          <p>
            The configuration serves until the server restarts: its config.pbtxt is out of this
            console’s reach. Take it there by one of the ways below.
          </p>
        )}
        {changed && (
          <Suspense fallback={<p className="text-muted">Loading…</p>}>
            <TextDiff before={baselineConfig} after={currentConfig} labels={["First", "Present"]} />
          </Suspense>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-medium">Take it to a server:</span>
          <CopyButton label="Copy the configuration" text={() => Promise.resolve(currentConfig)} />
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
            Calls, export and history
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
            To a cluster
          </Link>
        </div>
      </div>
      {gain && <FigureTable figures={gain.figures} invalid={gain.invalid} />}
      <Confirm
        open={ending !== null}
        title={
          ending === "restore"
            ? `Restore the first configuration of “${model}”?`
            : `End the session on “${model}”?`
        }
        verb={ending === "restore" ? "Restore" : "Finish"}
        onConfirm={() => finish.mutate({ id, restore: ending === "restore" })}
        onClose={() => setEnding(null)}
      >
        {ending === "restore"
          ? "What was kept is taken back; the log and the experiments stay."
          : changed
            ? "The present configuration is written to config.pbtxt where it can be reached, and stays with the server otherwise."
            : "Nothing was kept, so that nothing is applied."}
      </Confirm>
    </Card>
  );
}
