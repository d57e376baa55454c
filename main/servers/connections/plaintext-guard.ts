import { type Address, type AddressField, parseAddress } from "../address.ts";
import type { Connection } from "./connection.ts";

export const WAYS = ["grpc", "http", "metrics"] as const satisfies readonly AddressField[];

type Addresses = Pick<Connection, (typeof WAYS)[number]>;

/** Whether headers are withheld from an address: others of the connection are encrypted, and it is not. */
export function isWithheld(
  addresses: Addresses,
  { secure, host }: Pick<Address, "secure" | "host">,
): boolean {
  if (secure || isLoopback(host)) return false;
  return WAYS.some(
    (field) => addresses[field].trim() !== "" && parseAddress(field, addresses[field]).secure,
  );
}

/** Traffic to loopback can't be overheard. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
