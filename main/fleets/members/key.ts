/** The key of a member with this address: HOST:PORT, with "_" for characters that keys can't contain. */
export function toMemberKey(address: string): string {
  return address
    .trim()
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\/+$/, "")
    .replace(/[^\w.\-:[\]]/g, "_")
    .slice(0, 200);
}

/** A host as it is written before a port: IPv6 addresses in brackets. */
export function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
