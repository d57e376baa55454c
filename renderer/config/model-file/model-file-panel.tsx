import { useState } from "react";
import { formatBytes } from "../../format/numbers.ts";
import { useRequest } from "../../host/requests.ts";
import { Field, Select } from "../../ui/field.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { useConfigView } from "../config-view.ts";
import { ensembleOf } from "../graph/ensemble.ts";
import { Report } from "./report.tsx";
import { ServedMetadata } from "./served-metadata.tsx";
import { StepFiles } from "./step-files.tsx";

/** The model file next to its configuration: what it holds, whether it batches, and where the two differ. */
export function ModelFilePanel() {
  const { config, parsed } = useConfigView();
  const { serverId, model } = config;
  const [version, setVersion] = useState<string | null>(null);
  const { data, error } = useRequest(
    "models.file",
    { serverId, model, version },
    { keepPrevious: true },
  );
  const ensemble = ensembleOf(parsed.config);
  if (ensemble) return <StepFiles models={ensemble.steps.map((step) => step.model)} />;
  if (error) return <ErrorNotice title="The model file could not be read" error={error} />;
  if (!data) return <p className="px-4 text-muted">Reading the model file…</p>;
  const { versions, path, sizeBytes, report, reason } = data;
  return (
    <div className="flex flex-col gap-4 px-4 pb-4">
      {versions.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Version">
            {(control) => (
              <Select
                {...control}
                options={versions.map((each) => ({ value: each, label: each }))}
                value={data.version ?? ""}
                onPick={setVersion}
              />
            )}
          </Field>
          {path !== null && (
            <p className="min-w-0 flex-1 break-all text-muted text-xs">
              <span className="select-all font-mono">{path}</span>
              {sizeBytes !== null && `, ${formatBytes(sizeBytes)}`}
            </p>
          )}
        </div>
      )}
      {report ? (
        <Report key={path} report={report} />
      ) : (
        <>
          <Notice tone="accent" title="The model file cannot be shown">
            {reason}
          </Notice>
          <ServedMetadata serverId={serverId} model={model} />
        </>
      )}
    </div>
  );
}
