import { useState } from "react";
import { formatBytes } from "../../format/numbers.ts";
import { useRequest } from "../../host/requests.ts";
import { Field, Select } from "../../ui/field.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { useConfigView } from "../config-view.ts";
import { toEnsemble } from "../graph/ensemble.ts";
import { Report } from "./report.tsx";
import type { ModelDetail } from "../../../main/contract/index.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "./section.tsx";
import { shapeText } from "./shape-text.ts";
import { Link } from "@tanstack/react-router";
import type { ModelSearch } from "../../search.ts";

/** The model file next to its configuration: content, batching, and differences. */
export function ModelFilePanel() {
  const { config, parsed } = useConfigView();
  const { serverId, model } = config;
  const [version, setVersion] = useState<string | null>(null);
  const { data, error } = useRequest(
    "models.file",
    { serverId, model, version },
    { keepPrevious: true },
  );
  const ensemble = toEnsemble(parsed.config);
  if (ensemble) return <StepFiles models={ensemble.steps.map((step) => step.model)} />;
  if (error) return <ErrorNotice title="Can't read the model file" error={error} />;
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
          <Notice tone="accent" title="Can't show the model file">
            {reason}
          </Notice>
          <ServedMetadata serverId={serverId} model={model} />
        </>
      )}
    </div>
  );
}

/** The server's metadata, if the file can't be accessed. */
function ServedMetadata({ serverId, model }: { serverId: string; model: string }) {
  const { data, error } = useRequest("models.detail", { serverId, model });
  if (error) return <ErrorNotice title="The server doesn't report it either" error={error} />;
  if (!data) return <p className="text-muted">Asking the server…</p>;
  if (!data.ready)
    return (
      <p className="text-muted">{model} is not loaded, so the server reports nothing about it.</p>
    );
  return (
    <Section title="Reported by the server">
      <p>
        Platform {data.platform || "not named"}, serving{" "}
        {data.versions
          .filter(({ state }) => state === "READY")
          .map(({ version }) => `version ${version}`)
          .join(", ")}
        . Shapes have the batch dimension where the model batches.
      </p>
      <DataTable
        caption="Inputs and outputs reported by the server"
        columns={[
          { key: "name", head: "Name" },
          { key: "role", head: "Role" },
          { key: "type", head: "Type" },
          { key: "shape", head: "Shape" },
        ]}
        rows={[...toRows("input", data.inputs), ...toRows("output", data.outputs)]}
      />
    </Section>
  );
}

function toRows(role: string, tensors: ModelDetail["inputs"]) {
  return tensors.map(({ name, datatype, shape }) => ({
    key: `${role} ${name}`,
    cells: [name, role, datatype, shapeText(shape.map((dim) => (dim === -1 ? null : dim)))],
  }));
}

/** An ensemble has no model file; links to those of its steps. */
function StepFiles({ models }: { models: readonly string[] }) {
  const steps = [...new Set(models)].filter((model) => model !== "");
  return (
    <div className="flex flex-col gap-2 px-4 pb-4">
      <p className="text-muted">
        An ensemble has no model file of its own.{" "}
        {steps.length > 0 && "Its steps run these models:"}
      </p>
      <ul className="list-disc pl-5">
        {steps.map((name) => (
          <li key={name}>
            <Link
              to="/models/$name"
              params={{ name }}
              search={(now: ModelSearch) => ({ ...now, tab: "configuration" })}
              className="font-semibold text-accent hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
