import type { ServerStatus } from "../../contract/index.ts";
import { formatAuthority } from "../../wire/index.ts";
import { type Address, type AddressField, parseAddress } from "../address.ts";
import type { Connection } from "./connection.ts";

const FIELDS = ["grpc", "http", "metrics"] as const satisfies readonly AddressField[];
type Addresses = Pick<Connection, (typeof FIELDS)[number]>;

/** HOST:PORT of each endpoint; "" without an address. INVALID_ARGUMENT for anything else. */
export function toEndpoints(addresses: Addresses): NonNullable<ServerStatus["endpoints"]> {
  const authority = (field: (typeof FIELDS)[number]) => {
    const address = parsed(addresses, field);
    return address ? formatAuthority(address) : "";
  };
  return { grpc: authority("grpc"), http: authority("http"), metrics: authority("metrics") };
}

/** Whether every endpoint is encrypted. */
export function isSecure(addresses: Addresses): boolean {
  return FIELDS.every((field) => parsed(addresses, field)?.secure ?? true);
}

/** Identifies the server of a connection: its first address with all that distinguishes it from others. */
export function primaryAddress(addresses: Addresses): string {
  const field = addresses.grpc.trim() === "" ? "http" : "grpc";
  const address = parsed(addresses, field);
  return address ? `${formatAuthority(address)}${address.path}` : "";
}

function parsed(addresses: Addresses, field: (typeof FIELDS)[number]): Address | null {
  const written = addresses[field];
  return written.trim() === "" ? null : parseAddress(field, written);
}
