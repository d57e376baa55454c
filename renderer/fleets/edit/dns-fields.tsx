import { TextField } from "../../ui/text-field.tsx";
import { Field, Select } from "../../ui/field.tsx";
import type { FleetForm } from "./fleet-form.ts";

interface DnsFieldsProps {
  readonly form: FleetForm;
  readonly change: (part: Partial<FleetForm>) => void;
  readonly findError: (field: string) => string | null;
}

const RECORDS = [
  { value: "addresses", label: "All its addresses (A, AAAA)" },
  { value: "srvGrpc", label: "SRV records for gRPC" },
  { value: "srvHttp", label: "SRV records for HTTP" },
];

/** Replicas by a DNS name, which is looked up regularly. */
export function DnsFields({ form, change, findError }: DnsFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="DNS name"
          help="E.g. of a headless Service: one address for each replica."
          example="triton.serving.svc.cluster.local"
          exact
          value={form.host}
          error={findError("members.host")}
          onChange={(host) => change({ host })}
        />
        <Field label="Look up">
          {(control) => (
            <Select
              {...control}
              value={form.records}
              options={RECORDS}
              onPick={(records) => change({ records: records as FleetForm["records"] })}
            />
          )}
        </Field>
      </div>
      <div className="grid grid-cols-4 gap-3">
        {form.records !== "srvGrpc" && (
          <TextField
            label="gRPC port"
            help="Empty: none."
            value={form.grpcPort}
            error={findError("members.grpcPort")}
            onChange={(grpcPort) => change({ grpcPort })}
          />
        )}
        {form.records !== "srvHttp" && (
          <TextField
            label="HTTP port"
            help="Empty: none."
            value={form.httpPort}
            error={findError("members.httpPort")}
            onChange={(httpPort) => change({ httpPort })}
          />
        )}
        <TextField
          label="Metrics port"
          help="Empty: HTTP's."
          value={form.metricsPort}
          error={findError("members.metricsPort")}
          onChange={(metricsPort) => change({ metricsPort })}
        />
        <TextField
          label="Lookup interval, s"
          help="5 to 3600."
          value={form.everySeconds}
          error={findError("members.everySeconds")}
          onChange={(everySeconds) => change({ everySeconds })}
        />
      </div>
    </>
  );
}
