import { StatusError } from "../../base/status-error.ts";

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** HOST:PORT, IPv6 hosts in brackets. `field` names it in the INVALID_ARGUMENT of anything else. */
export function parseAddress(text: string, field: string): Address {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/[\]]+)):(\d{1,5})$/i.exec(text);
  const port = Number(match?.[3]);
  if (!match || port < 1 || port > 65535) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `${field} is '${text}'; it must be HOST:PORT, such as 127.0.0.1:8000.`,
    );
  }
  return { host: (match[1] ?? match[2]) as string, port };
}
