/** An invalid header block (RFC 7541). It ends the connection, since the tables are out of sync. */
export class HpackError extends Error {}
