import { Link, useNavigate } from "@tanstack/react-router";
import { Download, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Experiment } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { useAction } from "../host/requests.ts";
import { Button, buttonClass, IconButton } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { saveFile } from "../ui/save-file.ts";
import { tellError } from "../ui/toasts.tsx";

/** What can be done with an experiment that has ended. */
export function ExperimentActions({ experiment }: { experiment: Experiment }) {
  const { id, name, plan, state, steps } = experiment;
  const { client } = useHost();
  const navigate = useNavigate();
  const remove = useAction("lab.remove", ["lab.list"]);
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const download = (format: "csv" | "json") =>
    client
      .request("lab.export", { id, format })
      .then(saveFile)
      .catch((error: unknown) => tellError("The experiment was not exported.", error));
  return (
    <>
      <CopyButton
        label="Copy as command"
        text={async () => (await client.request("lab.command", { plan })).command}
      />
      {steps.length > 0 && (
        <>
          <Button onClick={() => void download("csv")} aria-label="Export CSV">
            <Download aria-hidden="true" />
            CSV
          </Button>
          <Button onClick={() => void download("json")} aria-label="Export JSON">
            <Download aria-hidden="true" />
            JSON
          </Button>
        </>
      )}
      <IconButton label="Rename" look="secondary" onClick={() => setOpen("rename")}>
        <Pencil aria-hidden="true" />
      </IconButton>
      {state !== "running" && (
        <>
          <IconButton label="Delete" look="secondary" onClick={() => setOpen("delete")}>
            <Trash2 aria-hidden="true" />
          </IconButton>
          <Link
            to="/experiments/new"
            search={{ model: plan.model, like: id }}
            className={buttonClass("primary")}
          >
            <RotateCcw aria-hidden="true" />
            Run again
          </Link>
        </>
      )}
      {open === "rename" && <Rename experiment={experiment} onClose={() => setOpen(null)} />}
      <Confirm
        open={open === "delete"}
        title={`Delete “${name}”?`}
        verb="Delete"
        onConfirm={() =>
          remove.mutate(
            { id },
            {
              onSuccess: () => void navigate({ to: "/experiments" }),
              onError: (error) => tellError("The experiment was not deleted.", error),
            },
          )
        }
        onClose={() => setOpen(null)}
      >
        Its measurements are deleted and cannot be brought back.
      </Confirm>
    </>
  );
}

function Rename({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const [name, setName] = useState(experiment.name);
  const rename = useAction("lab.rename", ["lab.get", "lab.list"]);
  const save = () =>
    rename.mutate(
      { id: experiment.id, name: name.trim() },
      {
        onSuccess: onClose,
        onError: (error) => tellError("The experiment was not renamed.", error),
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
