import { useState } from "react";
import {
  MAX_REPORTED_MODELS,
  type RepositoryModelReport,
  type RepositoryReport,
} from "../../../main/contract/index.ts";
import { count } from "../../format/text.ts";
import { useAction, useRequest } from "../../host/requests.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CHANGED_BY_REPOSITORIES } from "./changed-by-repositories.ts";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { InterruptedWork, useInterruptedWork } from "./interrupted-work.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { showSuccess } from "../../ui/toasts.tsx";

interface OpenRepositoryDialogProps {
  readonly folder: string;
  /** Called after the folder was opened. */
  readonly onOpened: () => void;
  readonly onClose: () => void;
}

/** Shows a folder's content and asks for confirmation before the embedded engine serves it. */
export function OpenRepositoryDialog(props: OpenRepositoryDialogProps) {
  const { onOpened, onClose } = props;
  const [folder, setFolder] = useState(props.folder);
  const [place, setPlace] = useState<Place>("instead");
  const keepOpen = place === "added";
  const { data, error, isFetching, refetch } = useRequest("repositories.inspect", { folder });
  const open = useAction("host.openRepository", CHANGED_BY_REPOSITORIES);
  const report = isFetching ? undefined : data;
  const submit = () =>
    open.mutate(
      { folder, keepOpen },
      {
        onSuccess: ({ modelRepositories }) => {
          showSuccess("Repository opened", modelRepositories.join(", "));
          onOpened();
        },
      },
    );
  const blocked =
    !report || report.obstacle !== null || (keepOpen ? report.served : report.current);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      begin="content"
      title="Open model repository?"
      description={<span className="break-all font-mono text-xs">{folder}</span>}
      actions={
        <>
          <Button onClick={onClose}>{open.isPending ? "Close" : "Cancel"}</Button>
          <Button onClick={() => void refetch()} disabled={isFetching || open.isPending}>
            Check again
          </Button>
          <Button look="primary" disabled={blocked || open.isPending} onClick={submit}>
            {open.isPending ? "Opening…" : "Open repository"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {isFetching && <p className="text-muted">Checking the folder…</p>}
        {!isFetching && error && <ErrorNotice title="Can't check this folder" error={error} />}
        {report && (
          <Findings
            report={report}
            onSuggestion={(suggestion) => {
              open.reset();
              setFolder(suggestion);
            }}
          />
        )}
        {report && report.obstacle === null && !report.served && (
          <div>
            <Segmented label="How to open it" options={PLACES} value={place} onPick={setPlace} />
          </div>
        )}
        {report && !blocked && keepOpen && <Shared report={report} />}
        {report && !blocked && <Effect keepOpen={keepOpen} />}
        {open.error && <ErrorNotice title="Repository not opened" error={open.error} />}
        {report && report.models.length > 0 && <ModelTable models={report.models} />}
      </div>
    </Dialog>
  );
}

type Place = "instead" | "added";

const PLACES: readonly { value: Place; label: string }[] = [
  { value: "instead", label: "Replace the open repositories" },
  { value: "added", label: "Open in addition" },
];

/** Models that would be in two repositories. */
function Shared({ report: { shared } }: { report: RepositoryReport }) {
  if (shared.length === 0) return null;
  return (
    <Notice tone="warn" title={`${count(shared.length, "model")} would stop serving`}>
      {shared.join(", ")}: in an open repository, too, and the engine, like Triton, loads a model
      that is in two repositories from neither. Rename or remove one of each.
    </Notice>
  );
}

interface FindingsProps {
  readonly report: RepositoryReport;
  readonly onSuggestion: (folder: string) => void;
}

function Findings({ report, onSuggestion }: FindingsProps) {
  const { obstacle, suggestion, warnings, current } = report;
  if (obstacle !== null)
    return (
      <Notice
        tone="bad"
        title="Can't open this folder"
        actions={
          suggestion !== null && (
            <Button onClick={() => onSuggestion(suggestion)}>Check {suggestion}</Button>
          )
        }
      >
        {obstacle}
      </Notice>
    );
  return (
    <>
      {current && (
        <Notice tone="accent" title="Already open">
          The embedded engine serves this repository now.
        </Notice>
      )}
      <p>{summaryText(report)}</p>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" title={warning} />
      ))}
    </>
  );
}

/** "4 models: 3 ready to load, 1 with errors. 3 have a configuration; for 1 the engine completes it." */
export function summaryText({ models, modelCount, otherEntries }: RepositoryReport): string {
  const broken = models.filter(({ errors }) => errors > 0).length;
  const configured = models.filter(({ configuration }) => configuration).length;
  const completed = models.length - configured;
  return [
    `${count(modelCount, "model")}${broken > 0 ? `, ${broken} with errors` : ""}.`,
    models.length > 0 &&
      `${configured} with config.pbtxt${completed > 0 ? `, ${completed} without: the engine completes these from the model file` : ""}.`,
    otherEntries > 0 && `${count(otherEntries, "other entry", "other entries")} ignored.`,
    modelCount > MAX_REPORTED_MODELS && `The first ${MAX_REPORTED_MODELS} are shown.`,
  ]
    .filter((each) => each !== false)
    .join(" ");
}

/** What opening a repository interrupts. */
function Effect({ keepOpen }: { keepOpen: boolean }) {
  const work = useInterruptedWork();
  const info = useRequest("host.info", {}).data;
  return (
    <Notice
      tone={work.experiments.length > 0 || work.traffic ? "warn" : "accent"}
      title={
        keepOpen
          ? "The embedded engine restarts with this repository, too, on the same ports"
          : "The embedded engine restarts on this repository, on the same ports"
      }
    >
      It finishes requests in progress and {keepOpen ? "keeps serving" : "stops serving"}{" "}
      <span className="break-all font-mono text-xs">
        {info?.modelRepositories.join(", ") ?? "its models"}
      </span>
      .<InterruptedWork {...work} />
    </Notice>
  );
}

function ModelTable({ models }: { models: readonly RepositoryModelReport[] }) {
  return (
    <DataTable
      caption="Models in this folder"
      columns={[
        { key: "name", head: "Model" },
        { key: "backend", head: "Backend" },
        { key: "versions", head: "Versions" },
        { key: "configuration", head: "Configuration" },
        { key: "findings", head: "Findings" },
      ]}
      rows={models.map((model) => ({
        key: model.name,
        cells: [
          <span key="name" className="break-all font-semibold">
            {model.name}
          </span>,
          model.backend ?? "Unknown",
          model.versions.slice(0, 5).join(", ") + (model.versions.length > 5 ? "…" : "") || "None",
          model.configuration ? "config.pbtxt" : "Completed by the engine",
          <ModelFindings key="findings" model={model} />,
        ],
      }))}
    />
  );
}

function ModelFindings({ model }: { model: RepositoryModelReport }) {
  const { errors, warnings, problems } = model;
  if (errors + warnings === 0) return <Badge tone="good">OK</Badge>;
  return (
    <div className="flex max-w-xl flex-col gap-0.5">
      <span className="flex gap-1.5">
        {errors > 0 && <Badge tone="bad">{count(errors, "error")}</Badge>}
        {warnings > 0 && (
          <span data-hint="Listed on the model's Configuration tab once the repository is open.">
            <Badge tone="warn">{count(warnings, "warning")}</Badge>
          </span>
        )}
      </span>
      {problems.map((problem) => (
        <span key={problem} className="break-words text-bad text-xs">
          {problem}
        </span>
      ))}
    </div>
  );
}
