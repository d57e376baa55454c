import {
  type FleetDraft,
  type FleetMembers,
  MAX_REPLICAS,
  type ShownFleet,
} from "../../../main/contract/index.ts";
import { encrypted, isEncrypted, WAYS, type Way } from "../../host/addresses.ts";
import {
  type ConnectionForm,
  toDraft,
  emptyForm,
  toForm,
} from "../../host/connection-form/form.ts";

export interface ListedRow {
  /** Stable while other rows are removed. */
  readonly id: number;
  readonly name: string;
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
}

/** The form of a fleet, with all fields, used or not. */
export interface FleetForm {
  /** Name, kind and security; its addresses are those of one replica. */
  readonly connection: ConnectionForm;
  readonly from: FleetMembers["kind"];
  readonly listed: readonly ListedRow[];
  readonly host: string;
  readonly records: "addresses" | "srvGrpc" | "srvHttp";
  readonly grpcPort: string;
  readonly httpPort: string;
  readonly metricsPort: string;
  readonly encrypted: boolean;
  readonly everySeconds: string;
  readonly workload: string;
  /** Ports of a workload's pods that are served with TLS. */
  readonly encryptedWays: readonly Way[];
}

const emptyRow = { name: "", grpc: "", http: "", metrics: "" };

export const emptyFleet: FleetForm = {
  connection: emptyForm,
  from: "listed",
  listed: [0, 1].map((id) => ({ id, ...emptyRow })),
  host: "",
  records: "addresses",
  grpcPort: "8001",
  httpPort: "8000",
  metricsPort: "8002",
  encrypted: false,
  everySeconds: "30",
  workload: "",
  encryptedWays: [],
};

export function addRow(rows: readonly ListedRow[]): ListedRow[] {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
  return [...rows, { id, ...emptyRow }];
}

/** Pastes several lines: one replica each, starting at that row. */
export function pasteLines(
  rows: readonly ListedRow[],
  id: number,
  field: "name" | Way,
  lines: readonly string[],
): ListedRow[] {
  const from = rows.findIndex((row) => row.id === id);
  let all = [...rows];
  while (all.length < Math.min(from + lines.length, MAX_REPLICAS)) all = addRow(all);
  return all.map((row, index) => {
    const line = lines[index - from];
    return line === undefined ? row : { ...row, [field]: line };
  });
}

export function toFleetForm({ id: _id, members, ...shown }: ShownFleet): FleetForm {
  const addresses = { grpc: "", http: "", metrics: "" };
  const form = {
    ...emptyFleet,
    connection: toForm({ ...shown, ...addresses }),
    from: members.kind,
  };
  switch (members.kind) {
    case "listed":
      return { ...form, listed: members.members.map((member, id) => ({ id, ...member })) };
    case "dns":
      return {
        ...form,
        host: members.host,
        records: members.records,
        grpcPort: String(members.grpcPort ?? ""),
        httpPort: String(members.httpPort ?? ""),
        metricsPort: String(members.metricsPort ?? ""),
        encrypted: members.encrypted,
        everySeconds: String(members.everySeconds),
      };
    case "workload":
      return {
        ...form,
        workload: members.workload,
        encryptedWays: members.encrypted ?? [],
      };
  }
}

export function toFleetDraft(form: FleetForm): FleetDraft {
  const {
    grpc: _grpc,
    http: _http,
    metrics: _metrics,
    models: _models,
    ...security
  } = toDraft(form.connection);
  return { ...security, members: toMembers(form) };
}

function toMembers(form: FleetForm): FleetMembers {
  switch (form.from) {
    case "listed":
      return {
        kind: "listed",
        members: form.listed.filter(isFilled).map(({ name, grpc, http, metrics }) => ({
          name: name.trim(),
          grpc: grpc.trim(),
          http: http.trim(),
          metrics: metrics.trim(),
        })),
      };
    case "dns":
      return {
        kind: "dns",
        host: form.host.trim(),
        records: form.records,
        grpcPort: parsePort(form.grpcPort),
        httpPort: parsePort(form.httpPort),
        metricsPort: parsePort(form.metricsPort),
        encrypted: form.encrypted,
        everySeconds: Number(form.everySeconds),
      };
    case "workload":
      return {
        kind: "workload",
        workload: form.workload,
        ...(form.encryptedWays.length > 0 && { encrypted: [...form.encryptedWays] }),
      };
  }
}

const isFilled = (row: ListedRow): boolean =>
  (["name", ...WAYS] as const).some((field) => row[field].trim() !== "");

/** Removes empty rows, so that row numbers match those in rejections. */
export function withoutEmptyRows(form: FleetForm): FleetForm {
  const filled = form.listed.filter(isFilled);
  return { ...form, listed: filled.length > 0 ? filled : form.listed.slice(0, 1) };
}

function parsePort(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

/** A pod's address, whatever its name and port. */
const POD = "pod";

/** The connection with the addresses of one replica, on which the security fields depend. */
export function toConnectionForm(form: FleetForm): ConnectionForm {
  if (form.from === "listed") {
    const {
      grpc = "",
      http = "",
      metrics = "",
    } = form.listed.find((row) => WAYS.some((way) => isEncrypted(row[way]))) ??
    form.listed.find((row) => row.grpc + row.http !== "") ??
    {};
    return { ...form.connection, grpc, http, metrics };
  }
  if (form.from === "workload") {
    const at = (way: Way) => encrypted(way, POD, form.encryptedWays.includes(way));
    return { ...form.connection, grpc: at("grpc"), http: at("http"), metrics: at("metrics") };
  }
  const s = form.encrypted ? "s" : "";
  const host = form.host.trim() || "replica";
  return { ...form.connection, grpc: `grpc${s}://${host}:1`, http: "", metrics: "" };
}

/** Applies a change of a security field; one of an address means all replicas' encryption. */
export function changeConnection(form: FleetForm, part: Partial<ConnectionForm>): FleetForm {
  const { grpc, http, metrics, ...rest } = part;
  const connection = { ...form.connection, ...rest };
  const turned = [grpc, http, metrics].filter((each): each is string => Boolean(each));
  if (turned.length === 0) return { ...form, connection };
  const on = turned.some(isEncrypted);
  if (form.from === "workload") {
    const after = { ...toConnectionForm(form), ...part };
    return { ...form, connection, encryptedWays: WAYS.filter((way) => isEncrypted(after[way])) };
  }
  return {
    ...form,
    connection,
    encrypted: on,
    listed: form.listed.map((row) => ({ ...row, ...rowEncrypted(row, on) })),
  };
}

function rowEncrypted(row: ListedRow, on: boolean): Partial<Record<Way, string>> {
  return Object.fromEntries(WAYS.map((way) => [way, encrypted(way, row[way], on)]));
}
