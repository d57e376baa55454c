import type { ConnectionDraft } from "../../../main/contract/index.ts";
import {
  type Addresses,
  isEncrypted,
  parseAddressParts,
  WAYS,
  type Way,
  wayNames,
} from "../addresses.ts";

export interface WayEncryption {
  readonly way: Way;
  readonly address: string;
  readonly on: boolean;
}

/** Whether each entered address is encrypted. */
export function listEncryption(addresses: Addresses): WayEncryption[] {
  return WAYS.flatMap((way) => {
    const address = addresses[way].trim();
    return address === "" ? [] : [{ way, address, on: isEncrypted(address) }];
  });
}

/** Whether only some addresses are encrypted. */
export function isMixed(addresses: Addresses): boolean {
  const ways = listEncryption(addresses);
  return ways.some(({ on }) => on) && ways.some(({ on }) => !on);
}

/** "Encrypted", "Not encrypted", or by endpoint: "HTTP encrypted, gRPC and Metrics not". */
export function describeEncryption(addresses: Addresses): string {
  const ways = listEncryption(addresses);
  if (ways.every(({ on }) => !on)) return "Not encrypted";
  if (ways.every(({ on }) => on)) return "Encrypted";
  return `${named(ways.filter(({ on }) => on))} encrypted, ${named(ways.filter(({ on }) => !on))} not`;
}

/** Secrets sent with each request: "Token", "Password", "Headers"; a certificate's key never is. */
export function secretsSent({ auth, headers }: Sent): string[] {
  return [
    ...(auth === "bearer" ? ["token"] : []),
    ...(auth === "basic" ? ["password"] : []),
    ...(headers.some(({ name }) => name.trim() !== "") ? ["headers"] : []),
  ];
}

interface Sent {
  readonly auth: ConnectionDraft["auth"]["kind"];
  readonly headers: readonly { readonly name: string }[];
}

/**
 * How secrets are handled on unencrypted endpoints, one sentence each: the host doesn't send them if another endpoint is
 * encrypted, unless the server is on the host's own machine.
 */
export function exposure(addresses: Addresses, sent: Sent): string[] {
  const secrets = secretsSent(sent);
  const plain = listEncryption(addresses).filter(({ on }) => !on);
  if (secrets.length === 0 || plain.length === 0) return [];
  const mixed = isMixed(addresses);
  const goes = plain.filter(({ address }) => !mixed || isLoopback(parseAddressParts(address).host));
  const withheld = plain.filter((way) => !goes.includes(way));
  const what = new Intl.ListFormat("en").format(secrets);
  const single = secrets.length === 1 && secrets[0] !== "headers";
  const near = goes.every(({ address }) => isLoopback(parseAddressParts(address).host));
  return [
    ...(goes.length > 0
      ? [
          `The ${what} ${single ? "goes" : "go"} over ${named(goes)} unencrypted${near ? ", though not beyond the host's machine" : ": anyone on the network path can read and use what is sent"}.`,
        ]
      : []),
    ...(withheld.length > 0
      ? [
          `The ${what} ${single ? "is" : "are"} not sent over ${named(withheld)}, which is not encrypted.`,
        ]
      : []),
  ];
}

function named(ways: readonly WayEncryption[]): string {
  return new Intl.ListFormat("en").format(ways.map(({ way }) => wayNames[way]));
}

const isLoopback = (host: string) => /^(localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/.test(host);
