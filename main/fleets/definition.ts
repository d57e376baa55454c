import { StatusError } from "../../base/status-error.ts";
import type {
  ConnectionDraft,
  FleetDraft,
  FleetMembers,
  ShownConnection,
  ShownFleet,
} from "../contract/index.ts";
import { type Connection, parseAddress } from "../servers/index.ts";
import type { FleetDefinition } from "./fleet-store.ts";
import { bracketed, toMemberKey } from "./members/key.ts";

/** Stores connections' secrets, as for servers that a user connects. */
export interface SecretKeeping {
  /** Throws INVALID_ARGUMENT with the field in `details.field`, and then stores nothing. */
  keep(draft: ConnectionDraft, before: Connection | null): Promise<Connection>;
  /** Removes the secrets of `before` that `after` doesn't use. */
  forget(before: Connection, after: Connection | null): void;
  /** Removes the secrets that a stored definition refers to, even if it can't be read as a connection. */
  forgetIn(stored: unknown): void;
  shown(connection: Connection): ShownConnection;
}

/** Validates a user's draft and stores its new secrets. */
export async function toDefinition(
  { members, ...draft }: FleetDraft,
  secrets: SecretKeeping,
  before: FleetDefinition | null,
): Promise<FleetDefinition> {
  checkMembers(members);
  const connection = { ...draft, ...toAddresses(members) };
  const template = await secrets.keep(connection, before?.template ?? null);
  return { members, template };
}

export function toShownFleet(
  id: number,
  { members, template }: FleetDefinition,
  secrets: SecretKeeping,
): ShownFleet {
  const { grpc: _grpc, http: _http, metrics: _metrics, ...shown } = secrets.shown(template);
  return { ...shown, id, members };
}

/** Addresses of one member, with which the fleet's security is checked. */
function toAddresses(members: FleetMembers): Addresses {
  switch (members.kind) {
    case "listed": {
      const secure = members.members.find((each) =>
        [each.grpc, each.http, each.metrics].some((address) => /^(grpcs|https):/i.test(address)),
      );
      const { grpc, http, metrics } = secure ?? members.members[0] ?? NOWHERE;
      return { grpc, http, metrics };
    }
    case "dns": {
      const s = members.encrypted ? "s" : "";
      const at = (port: number | null, scheme: string) =>
        port === null ? "" : `${scheme}${s}://${bracketed(members.host)}:${port}`;
      const { records, grpcPort, httpPort, metricsPort } = members;
      return {
        grpc: at(grpcPort ?? (records === "srvGrpc" ? 443 : null), "grpc"),
        http: at(httpPort ?? (records === "srvHttp" ? 443 : null), "http"),
        metrics: at(metricsPort, "http"),
      };
    }
    case "workload":
      return forwardedAddresses(members, { grpc: FORWARD, http: FORWARD, metrics: FORWARD });
  }
}

/** A port-forward's address, with which alone security is checked. */
const FORWARD = "127.0.0.1:1";

type Addresses = Pick<ConnectionDraft, "grpc" | "http" | "metrics">;

/** HOST:PORT of a workload's port-forwards as addresses; "" stays (FLEET-F16). */
export function forwardedAddresses(
  { encrypted = [] }: Extract<FleetMembers, { kind: "workload" }>,
  { grpc, http, metrics }: Addresses,
): Addresses {
  const at = (way: keyof Addresses, scheme: string, address: string) =>
    address === "" || !encrypted.includes(way) ? address : `${scheme}s://${address}`;
  return {
    grpc: at("grpc", "grpc", grpc),
    http: at("http", "http", http),
    metrics: at("metrics", "http", metrics),
  };
}

const NOWHERE = { grpc: "", http: "", metrics: "" };

function checkMembers(members: FleetMembers): void {
  if (members.kind === "listed") {
    if (members.members.length === 0)
      throw invalid("members", "The fleet has no replicas; list at least one address.");
    const seen = new Map<string, number>();
    members.members.forEach(({ grpc, http }, index) => {
      const field = `members.${index}`;
      const address = (grpc || http).trim();
      if (address === "")
        throw invalid(field, `Replica ${index + 1} has no address; give gRPC, HTTP or both.`);
      checkAddresses(field, members.members[index] ?? NOWHERE);
      const key = toMemberKey(address);
      const before = seen.get(key);
      if (before !== undefined)
        throw invalid(
          field,
          `'${address}' is listed twice: as replica ${before + 1} and ${index + 1}.`,
        );
      seen.set(key, index);
    });
  }
  if (members.kind !== "dns") return;
  const { host, records, grpcPort, httpPort } = members;
  if (!/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_.])?$/i.test(host))
    throw invalid(
      "members.host",
      `'${host}' is no name; it must be like triton.serving.svc.cluster.local.`,
    );
  if (records === "addresses" && grpcPort === null && httpPort === null)
    throw invalid("members.grpcPort", "There is no port; give gRPC's, HTTP's or both.");
}

function checkAddresses(place: string, addresses: Addresses): void {
  for (const way of ["grpc", "http", "metrics"] as const) {
    if (addresses[way].trim() === "") continue;
    try {
      parseAddress(way, addresses[way]);
    } catch (error) {
      throw invalid(place, StatusError.from(error).message);
    }
  }
}

function invalid(field: string, message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { field } });
}
