import { useNavigate } from "@tanstack/react-router";
import {
  BellRing,
  Download,
  Ellipsis,
  Pencil,
  Pin,
  PinOff,
  SlidersHorizontal,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import {
  type Experiment,
  type ExperimentPlan,
  type ExportFormat,
  isPooling,
} from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Menu } from "../ui/menu.tsx";
import { showError } from "../ui/toasts.tsx";
import { CommandButton } from "./command-button.tsx";
import { RunAgain } from "./run-again.tsx";
import { exportLabels, useExport } from "./use-export.ts";
import { AddWatchDialog } from "./watches/add-watch-dialog.tsx";
import { mainModel } from "../figures/experiment-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";

const formats: readonly ExportFormat[] = ["html", "json", "csv"];
/** Formats of other load tools that have such requests. */
function toolFormats({ wire, traffic: [first] }: ExperimentPlan): ExportFormat[] {
  if (wire !== "openai" || !first) return [];
  return isPooling(first.inputs) ? ["vllm-bench", "aiperf"] : ["vllm-bench", "aiperf", "guidellm"];
}

/** Actions for an experiment. */
export function ExperimentActions({ experiment }: { experiment: Experiment }) {
  const { id, name, plan, state, steps, pinned } = experiment;
  const navigate = useNavigate();
  const remove = useAction("lab.remove", ["lab.list"]);
  const update = useAction("lab.update", ["lab.get", "lab.list"]);
  const save = useExport();
  const [open, setOpen] = useState<"rename" | "delete" | "watch" | null>(null);
  const ended = state !== "running" && state !== "paused";
  return (
    <>
      <CommandButton plan={plan} />
      {steps.length > 0 && (
        <Menu
          trigger={
            <Button>
              <Download aria-hidden="true" />
              Export
            </Button>
          }
          items={[...formats, ...toolFormats(plan)].map((format) => ({
            label: exportLabels[format],
            onPick: () => void save([id], format),
          }))}
        />
      )}
      <IconButton
        label={pinned ? "Unpin" : "Pin"}
        look="secondary"
        aria-pressed={pinned}
        onClick={() =>
          update.mutate(
            { id, pinned: !pinned },
            { onError: (error) => showError("Can't pin the experiment.", error) },
          )
        }
      >
        {pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
      </IconButton>
      <Menu
        trigger={
          <IconButton label="More" look="secondary">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={[
          {
            label: "Rename",
            icon: <Pencil aria-hidden="true" />,
            onPick: () => setOpen("rename"),
          },
          {
            label: "Edit plan and run",
            icon: <SlidersHorizontal aria-hidden="true" />,
            onPick: () =>
              void navigate({
                to: "/experiments/new",
                search: { model: mainModel(plan), like: id },
              }),
          },
          {
            label: "Watch for regressions",
            icon: <BellRing aria-hidden="true" />,
            disabled: state !== "done",
            onPick: () => setOpen("watch"),
          },
          {
            label: "Delete",
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            disabled: !ended,
            onPick: () => setOpen("delete"),
          },
        ]}
      />
      {ended && <RunAgain experiment={experiment} />}
      {open === "rename" && <RenameDialog experiment={experiment} onClose={() => setOpen(null)} />}
      {open === "watch" && <AddWatchDialog experiment={experiment} onClose={() => setOpen(null)} />}
      <Confirm
        open={open === "delete"}
        title={`Delete experiment “${name}”?`}
        verb="Delete experiment"
        onConfirm={() =>
          remove.mutate(
            { id },
            {
              onSuccess: () => void navigate({ to: "/experiments" }),
              onError: (error) => showError("Can't delete the experiment", error),
            },
          )
        }
        onClose={() => setOpen(null)}
      >
        Its measurements are deleted permanently.
      </Confirm>
    </>
  );
}

interface RenameDialogProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

function RenameDialog({ experiment, onClose }: RenameDialogProps) {
  const [name, setName] = useState(experiment.name);
  const rename = useAction("lab.update", ["lab.get", "lab.list"]);
  const save = () =>
    rename.mutate(
      { id: experiment.id, name: name.trim() },
      {
        onSuccess: onClose,
        onError: (error) => showError("Can't rename the experiment.", error),
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename the experiment"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={name.trim() === "" || rename.isPending} onClick={save}>
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name">
        {(control) => (
          <TextInput
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && name.trim() !== "" && save()}
          />
        )}
      </Field>
    </Dialog>
  );
}
