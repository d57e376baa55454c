import { useState } from "react";
import type { PrometheusDraft, ShownPrometheus } from "../../main/contract/index.ts";
import { ConnectionDialog } from "../host/connection-form/connection-dialog.tsx";
import { errorAt, toFieldError } from "../host/connection-form/field-errors.ts";
import { type ConnectionForm, emptyForm, toDraft, toForm } from "../host/connection-form/form.ts";
import { useAction } from "../host/requests.ts";
import { Notice } from "../ui/notice.tsx";
import { TextField } from "../ui/text-field.tsx";
import { showSuccess } from "../ui/toasts.tsx";
import { aboutText } from "./about-text.ts";

interface PrometheusDialogProps {
  /** Null: a new connection. */
  readonly edited: ShownPrometheus | null;
  readonly onClose: () => void;
}

/** Connects a Prometheus, or edits its connection. */
export function PrometheusDialog({ edited, onClose }: PrometheusDialogProps) {
  const [form, setForm] = useState<ConnectionForm>(() => (edited ? shownForm(edited) : emptyForm));
  const [tenant, setTenant] = useState(edited?.tenant ?? "");
  const add = useAction("prometheus.add");
  const edit = useAction("prometheus.edit", ["prometheus.check"]);
  const test = useAction("prometheus.test");
  const failed = add.error ?? edit.error ?? test.error;
  const error = toFieldError(failed);
  const change = (part: Partial<ConnectionForm>) => setForm((now) => ({ ...now, ...part }));
  const clear = () => [add, edit, test].forEach((each) => each.reset());
  const save = () => {
    clear();
    const connection = prometheusDraft(form, tenant);
    const done = (title: string) => () => {
      showSuccess(title, "Choose a server’s series on its page, under Charts.");
      onClose();
    };
    if (edited)
      edit.mutate({ id: edited.id, connection }, { onSuccess: done(`${edited.name} was changed`) });
    else add.mutate(connection, { onSuccess: done("Prometheus was added") });
  };
  const ask = () => {
    clear();
    test.mutate({ connection: prometheusDraft(form, tenant), id: edited?.id ?? null });
  };
  return (
    <ConnectionDialog
      title={edited ? `Edit Prometheus ${edited.name}` : "Connect Prometheus"}
      description="Prometheus, Thanos, Mimir, VictoriaMetrics or any server with Prometheus’ HTTP API."
      state={{ form, change, error, found: null }}
      hasAddress={form.http.trim() !== ""}
      isNew={edited === null}
      saving={add.isPending || edit.isPending}
      testing={test.isPending}
      onTest={ask}
      onSave={save}
      onClose={onClose}
      result={
        test.data ? (
          <Notice tone="good" title="It answers as Prometheus does">
            {aboutText(test.data)}
          </Notice>
        ) : null
      }
      failure={
        failed && {
          title: test.error ? "Can't use it as Prometheus" : "The connection was not saved",
          error: failed,
        }
      }
    >
      <TextField
        label="Address"
        help="HOST:PORT or a URL with the path in front of /api/v1; https:// is encrypted. Mimir’s ends with /prometheus."
        example="http://prometheus:9090"
        exact
        value={form.http}
        error={errorAt(error, "http")}
        onChange={(http) => change({ http })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Name"
          help="Left empty: the address."
          example="Production"
          maxLength={100}
          value={form.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label="Tenant"
          help="Sent as X-Scope-OrgID; Mimir and others with several tenants need it."
          example="team-a"
          exact
          maxLength={150}
          value={tenant}
          error={errorAt(error, "tenant")}
          onChange={setTenant}
        />
      </div>
    </ConnectionDialog>
  );
}

function shownForm(shown: ShownPrometheus): ConnectionForm {
  const { name, http, tls, auth, headers, proxy } = shown;
  return toForm({ name, kind: "auto", http, grpc: "", metrics: "", tls, auth, headers, proxy });
}

function prometheusDraft(form: ConnectionForm, tenant: string): PrometheusDraft {
  const { name, http, tls, auth, headers, proxy } = toDraft(form);
  return { name, http, tls, auth, headers, proxy, tenant: tenant.trim() };
}
