/** An address as the key of a member: HOST:PORT, what a key may not hold as "_". */
export function toMemberKey(address: string): string {
  return address
    .trim()
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/\/+$/, "")
    .replace(/[^\w.\-:[\]]/g, "_")
    .slice(0, 200);
}

/** A host before a port: an IPv6 address in brackets. */
export function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
