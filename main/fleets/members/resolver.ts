import { promises as dns } from "node:dns";

/** Resolves names to addresses. Rejects with the system's errors, whose `code` is e.g. ENOTFOUND. */
export interface Resolver {
  /** All IPv4 and IPv6 addresses. */
  addresses(host: string): Promise<readonly string[]>;
  /** SRV records. */
  services(host: string): Promise<readonly { readonly host: string; readonly port: number }[]>;
}

/** The system's resolver, including hosts file and search domains; SRV records from its name servers. */
export const systemResolver: Resolver = {
  addresses: async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address),
  services: async (host) =>
    (await dns.resolveSrv(host)).map(({ name, port }) => ({ host: name, port })),
};
