/** A header block that RFC 7541 does not allow; it ends the connection, since the tables differ from then on. */
export class HpackError extends Error {}
