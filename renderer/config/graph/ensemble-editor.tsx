import { Link2, Plus, Undo2 } from "lucide-react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { TextEdit } from "../../../engine/config/index.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { useConfigView } from "../config-view.ts";
import { useRemembered } from "../remembered.ts";
import { AddStep } from "./add-step.tsx";
import { bottleneck } from "./bottleneck.ts";
import { draw } from "./boxes.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import type { End, Ensemble } from "./ensemble.ts";
import { addStep, connect, disconnect, removeStep, renameTensor } from "./ensemble-edits.ts";
import { LiveProvider } from "./live.ts";
import { placeFindings } from "./placed-findings.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { Selected } from "./selected.tsx";
import { StepList } from "./step-list.tsx";
import { notLoaded } from "./tensor-types.ts";
import { stepModels, useSamples } from "./use-models.ts";
import { useStepModels } from "./use-step-models.ts";

const GraphCanvas = lazy(async () => ({
  default: (await import("./graph-canvas.tsx")).GraphCanvas,
}));

const views = [
  { value: "graph", label: "Graph" },
  { value: "list", label: "List" },
] as const;

type OpenDialog =
  | { readonly kind: "add" }
  | { readonly kind: "connect"; readonly to: End | null }
  | { readonly kind: "rename"; readonly tensor: string };

/** An ensemble as a graph or a list. Changes are edits of the text, in its history. */
export function EnsembleEditor({ ensemble }: { ensemble: Ensemble }) {
  const view = useConfigView();
  const { config, parsed, findings, readable, edit, reveal } = view;
  const [shown, setShown] = useRemembered("config.graph", ["graph", "list"] as const, "graph");
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [announcement, announce] = useState("");

  const modelNames = useMemo(() => stepModels(parsed.config), [parsed]);
  const models = useStepModels(config.serverId, config.model, modelNames);
  const samples = useSamples(config.serverId);
  const live = useMemo(
    () => ({ samples, slowest: bottleneck(modelNames, samples), idle: notLoaded(models) }),
    [samples, modelNames, models],
  );
  const placed = useMemo(
    () => placeFindings(readable ? findings : [], parsed.text, ensemble),
    [readable, findings, parsed, ensemble],
  );
  const drawing = useMemo(
    () => draw(ensemble, parsed.config, models, placed),
    [ensemble, parsed, models, placed],
  );

  const change = (make: (text: string) => readonly TextEdit[], done: string) => {
    edit((text) => {
      const edits = make(text);
      announce(edits.length > 0 ? done : "Nothing was changed: that connection is not possible.");
      return edits;
    });
    setOpen(null);
  };
  const dropStep = (index: number) => {
    setSelected(null);
    change((text) => removeStep(text, index), `Step ${index} was removed.`);
  };
  const cut = (tensor: string, from: End) => {
    setSelected(null);
    change((text) => disconnect(text, tensor, from), `Tensor ${tensor} was disconnected.`);
  };
  const remove = (id: string) => {
    const box = drawing.boxes.get(id);
    if (box?.kind === "step") dropStep(box.step.index);
    const line = drawing.lines.find((each) => each.id === id);
    if (line) cut(line.link.tensor, line.link.to);
  };
  const join = (from: End, to: End) =>
    change((text) => connect(text, from, to), "The tensor was connected.");
  const { boxes } = drawing;
  const select = useCallback(
    (id: string) => {
      setSelected(id);
      const box = boxes.get(id);
      if (box?.kind === "step") reveal(["ensemble_scheduling", "step", box.step.index]);
    },
    [boxes, reveal],
  );

  return (
    <LiveProvider value={live}>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label="View" options={views} value={shown} onPick={setShown} />
        <Button disabled={!readable} onClick={() => setOpen({ kind: "add" })}>
          <Plus aria-hidden="true" />
          Add step
        </Button>
        <Button
          disabled={!readable || ensemble.steps.length === 0}
          onClick={() => setOpen({ kind: "connect", to: null })}
        >
          <Link2 aria-hidden="true" />
          Connect
        </Button>
        <Button look="quiet" onClick={view.undo}>
          <Undo2 aria-hidden="true" />
          Undo
        </Button>
        <span role="status" className="text-muted text-xs">
          {announcement}
        </span>
      </div>
      {!readable && (
        <Notice tone="warn" title="The text does not parse now">
          This shows the last version that did. You can edit it here once the text parses again.
        </Notice>
      )}
      {shown === "list" ? (
        <StepList
          drawing={drawing}
          models={models}
          editable={readable}
          onRemoveStep={dropStep}
          onDisconnect={cut}
          onConnect={(to) => setOpen({ kind: "connect", to })}
          onRename={(tensor) => setOpen({ kind: "rename", tensor })}
        />
      ) : (
        <>
          <div className="h-[max(20rem,calc(100dvh-34.5rem))] shrink-0 overflow-hidden rounded-lg border border-line">
            <Suspense fallback={<p className="p-4 text-muted">Loading the graph…</p>}>
              <GraphCanvas
                label={`Graph of ${config.model}`}
                drawing={drawing}
                selected={selected}
                editable={readable}
                onSelect={select}
                onUnselect={(id) => setSelected((now) => (now === id ? null : now))}
                onConnect={join}
                onRemove={remove}
              />
            </Suspense>
          </div>
          <Selected
            drawing={drawing}
            id={selected}
            models={models}
            editable={readable}
            onRemove={remove}
            onConnect={(to) => setOpen({ kind: "connect", to })}
            onRename={(tensor) => setOpen({ kind: "rename", tensor })}
          />
        </>
      )}
      {open?.kind === "add" && (
        <AddStep
          serverId={config.serverId}
          own={config.model}
          of={{ ensemble, config: parsed.config, models }}
          onAdd={(step) =>
            change((text) => addStep(text, step), `A step with ${step.model} was added.`)
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "connect" && (
        <ConnectDialog
          drawing={drawing}
          to={open.to}
          onConnect={join}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "rename" && (
        <RenameDialog
          ensemble={ensemble}
          tensor={open.tensor}
          onRename={(name) =>
            change(
              (text) => renameTensor(text, open.tensor, name),
              `${open.tensor} is now ${name}.`,
            )
          }
          onClose={() => setOpen(null)}
        />
      )}
    </LiveProvider>
  );
}
