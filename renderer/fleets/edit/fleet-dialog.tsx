import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ShownFleet } from "../../../main/contract/index.ts";
import { toFieldError } from "../../host/connection-form/field-errors.ts";
import { FormContext } from "../../host/connection-form/form-context.ts";
import { kindLooks, REMOTE_KINDS } from "../../host/kinds.tsx";
import {
  HeaderFields,
  ProxyField,
  SignInFields,
} from "../../host/connection-form/sign-in-fields.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { TlsFields } from "../../host/connection-form/tls-fields.tsx";
import { useAction } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { DnsFields } from "./dns-fields.tsx";
import {
  changeConnection,
  toConnectionForm,
  emptyFleet,
  type FleetForm,
  toFleetDraft,
  toFleetForm,
  withoutEmptyRows,
} from "./fleet-form.ts";
import { formatWorkload } from "../fleet-text.ts";
import { ListedFields } from "./listed-fields.tsx";

interface FleetDialogProps {
  /** Null: a new fleet. */
  readonly edited: ShownFleet | null;
  readonly onClose: () => void;
}

const kinds = [
  { value: "auto", label: "Auto-detect" },
  ...REMOTE_KINDS.map((kind) => ({ value: kind, label: kindLooks[kind].name })),
];

/** Creates or edits a fleet. */
export function FleetDialog({ edited, onClose }: FleetDialogProps) {
  const [form, setForm] = useState(() => (edited ? toFleetForm(edited) : emptyFleet));
  const navigate = useNavigate();
  const add = useAction("fleets.add");
  const edit = useAction("fleets.edit", ["fleets.fleet"]);
  const failed = add.error ?? edit.error;
  const error = toFieldError(failed);
  const busy = add.isPending || edit.isPending;
  const change = (part: Partial<FleetForm>) => setForm((now) => ({ ...now, ...part }));
  const { connection } = form;
  const findError = (field: string) => (error?.field === field ? error.message : null);
  const row = /^members\.(\d+)$/.exec(error?.field ?? "")?.[1];
  const save = () => {
    add.reset();
    edit.reset();
    setForm(withoutEmptyRows);
    const fleet = toFleetDraft(form);
    if (edited) edit.mutate({ fleetId: edited.id, fleet }, { onSuccess: onClose });
    else
      add.mutate(fleet, {
        onSuccess: ({ fleetId }) =>
          void navigate({ to: "/fleets/$id", params: { id: String(fleetId) } }),
      });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={edited ? `Edit ${edited.name}` : "New fleet"}
      description="Replicas of one kind with the same connection settings. Up to 200."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form="fleet"
            disabled={busy || connection.name.trim() === ""}
          >
            {edited ? "Save" : "Create fleet"}
          </Button>
        </>
      }
    >
      <form
        id="fleet"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) save();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Name"
            example="Production"
            maxLength={100}
            value={connection.name}
            error={findError("name")}
            onChange={(name) => change({ connection: { ...connection, name } })}
          />
          <Field label="Kind" help="Of every replica.">
            {(control) => (
              <Select
                {...control}
                value={connection.kind}
                options={kinds}
                onPick={(kind) =>
                  change({
                    connection: { ...connection, kind: kind as FleetForm["connection"]["kind"] },
                  })
                }
              />
            )}
          </Field>
        </div>
        {form.from === "workload" ? (
          <p>
            Its replicas are those of{" "}
            <span className="font-mono">{formatWorkload(form.workload)}</span> in the cluster.
          </p>
        ) : (
          <div className="flex items-center gap-3">
            <span className="font-medium">Replicas</span>
            <Segmented
              label="Where the replicas come from"
              options={[
                { value: "listed", label: "Listed" },
                { value: "dns", label: "DNS name" },
              ]}
              value={form.from}
              onPick={(from) => change({ from })}
            />
          </div>
        )}
        {form.from === "listed" && (
          <ListedFields
            form={form}
            change={change}
            error={row !== undefined && error ? { row: Number(row), message: error.message } : null}
          />
        )}
        {form.from === "dns" && <DnsFields form={form} change={change} findError={findError} />}
        <FormContext
          value={{
            form: toConnectionForm(form),
            change: (part) => setForm((now) => changeConnection(now, part)),
            error,
            found: null,
          }}
        >
          <TlsFields
            {...(form.from === "workload" && {
              checkedName: "127.0.0.1, where the port-forwards to the pods listen",
            })}
          />
          <SignInFields />
          <HeaderFields />
          <ProxyField />
        </FormContext>
        {failed && (
          <ErrorNotice
            title={edited ? `Can't change ${edited.name}` : "Can't create the fleet"}
            error={failed}
          />
        )}
      </form>
    </Dialog>
  );
}
