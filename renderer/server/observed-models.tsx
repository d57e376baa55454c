import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  FIGURES,
  type FigureId,
  type ObservedFrame,
  type ObservedModel,
  type ServerStatus,
} from "../../main/contract/index.ts";
import { TIME_BASE_TEXT } from "../figures/time-base.ts";
import { LoadButton } from "../models/load-button.tsx";
import { describeModelState } from "../host/model-state.ts";
import { modelOutcomes, type Outcomes } from "../figures/failure-figures.ts";
import { Dot, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/classes.ts";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { TextInput } from "../ui/field.tsx";
import { tellingFigures } from "./chart-groups.ts";
import { figureTable } from "../figures/observed-figures.ts";
import { columnUnit } from "../figures/units.ts";

const MANY = 8;

const stateTones: Partial<Record<Tone, string>> = { bad: "text-bad", warn: "text-warn" };

interface ObservedModelsProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame | null;
}

/** A server's models in a frame of their own, with a filter where there are many. */
export function ObservedModels({ server, frame }: ObservedModelsProps) {
  const [search, setSearch] = useState("");
  return (
    <Card
      title="Models"
      aside={
        (frame?.models.length ?? 0) >= MANY && (
          <TextInput
            type="search"
            aria-label="Filter models by name"
            placeholder="Filter by name"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )
      }
    >
      <ModelsTable server={server} frame={frame} search={search} controls />
    </Card>
  );
}

/** A server's models with the figures that are there, one unit to a column. `controls`: and what loads and unloads them. */
export function ModelsTable({
  server,
  frame,
  search = "",
  controls = false,
}: ObservedModelsProps & { search?: string; controls?: boolean }) {
  const models = frame?.models ?? [];
  const shown = models.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  if (frame && shown.length > 0) return <Table {...{ server, frame, controls }} models={shown} />;
  if (models.length > 0) return <Empty title={`No model is called “${search}”`} />;
  if (frame && server.state === "live")
    return (
      <Empty title={`${server.name} names no models`}>
        {server.kind === "tensorflowServing" &&
          "TensorFlow Serving has no list of its models. They show after their first request; or name them under Connections, Edit."}
      </Empty>
    );
  return <p className="px-4 py-6 text-muted">Its models appear as soon as it answers.</p>;
}

interface TableProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame;
  readonly models: readonly ObservedModel[];
  readonly controls: boolean;
}

function Table({ server, frame, models, ...rest }: TableProps) {
  const table = figureTable(frame);
  const controls = rest.controls && server.capabilities.includes("load");
  const versioned = models.some(({ versions }) => versions.length > 0);
  const columns = tellingFigures(server.kind)
    .filter((figure) => models.some(({ name }) => table.get(name, figure)))
    .map((figure) => columnOf(figure, models, (name) => table.value(name, figure)));
  return (
    <>
      <DataTable
        caption={`Models of ${server.name}`}
        columns={[
          { key: "model", head: "Model" },
          ...(versioned ? [{ key: "versions", head: "Versions" }] : []),
          ...columns.map(({ figure, head, unit }) => ({
            key: figure,
            numeric: true,
            head: (
              <span
                data-hint={FIGURES[figure].meaning}
                className="inline-block max-w-24 whitespace-normal 2xl:max-w-none"
              >
                {head}
                {unit && <span className="block font-normal">{unit}</span>}
              </span>
            ),
          })),
          ...(controls
            ? [{ key: "actions", head: <span className="sr-only">Actions</span>, numeric: true }]
            : []),
        ]}
        rows={models.map((model) => ({
          key: model.name,
          cells: [
            <ModelName
              key="name"
              server={server}
              model={model}
              outcomes={modelOutcomes(table, model.name)}
            />,
            ...(versioned ? [model.versions.join(", ") || "–"] : []),
            ...columns.map(({ figure, text }) => (
              <span key={figure} data-hint={table.hint(model.name, figure)}>
                {text(table.value(model.name, figure))}
              </span>
            )),
            ...(controls ? [<LoadButton key="actions" model={model} server={server} />] : []),
          ],
        }))}
      />
      {columns.length > 0 && <p className="px-4 py-1.5 text-muted text-xs">{TIME_BASE_TEXT}</p>}
    </>
  );
}

function columnOf(
  figure: FigureId,
  models: readonly ObservedModel[],
  valueOf: (model: string) => number | null,
) {
  const { label, unit } = FIGURES[figure];
  const values = models.map(({ name }) => valueOf(name));
  return { figure, head: label, ...columnUnit(unit, values) };
}

interface ModelNameProps {
  readonly server: ServerStatus;
  readonly model: ObservedModel;
  readonly outcomes: Outcomes;
}

function ModelName({ server, model, outcomes }: ModelNameProps) {
  const { name, state, reason, facts } = model;
  const { tone, words, hint } = describeModelState({ state, ...outcomes }, server);
  return (
    <>
      <span className="flex items-center gap-2">
        <Dot tone={tone} pulse={server.state === "live" && state === "loading"} />
        <Link
          to="/models/$name"
          params={{ name }}
          search={{ server: server.id }}
          className="max-w-80 break-words font-semibold hover:text-accent hover:underline"
        >
          {name}
        </Link>
        <span className={cx("text-xs", stateTones[tone] ?? "text-muted")} data-hint={hint}>
          {words}
        </span>
      </span>
      {reason && <span className="block max-w-96 break-words pl-4 text-bad text-xs">{reason}</span>}
      {facts.length > 0 && (
        <span
          className="block max-w-64 truncate 2xl:max-w-96 pl-4 text-muted text-xs"
          data-hint={factsText(facts)}
        >
          {facts.map(([label, value]) => `${label} ${value}`).join(" · ")}
        </span>
      )}
    </>
  );
}

const factsText = (facts: ObservedModel["facts"]) =>
  facts.map(([label, value]) => `${label}: ${value}`).join("\n");
