/** Clients accept 8 KiB of metadata; longer messages are truncated. */
const MAX_BYTES = 6000;

/** True if no character needs escaping: printable ASCII except the percent sign. */
const PLAIN = /^[\x20-\x24\x26-\x7e]*$/;

/** `grpc-message`: UTF-8, percent-encoded (gRPC over HTTP/2). */
export function encodeStatusMessage(text: string): string {
  if (text.length <= MAX_BYTES && PLAIN.test(text)) return text;
  let encoded = "";
  for (const character of text.toWellFormed()) {
    const next = PLAIN.test(character) ? character : percentEncoded(character);
    if (encoded.length + next.length > MAX_BYTES) break;
    encoded += next;
  }
  return encoded;
}

/** Invalid escapes stay as they are, as the specification requires. */
export function decodeStatusMessage(encoded: string): string {
  if (!encoded.includes("%")) return encoded;
  const bytes = encoded.replace(/%[0-9a-f]{2}/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function percentEncoded(character: string): string {
  let encoded = "";
  for (const byte of Buffer.from(character)) {
    encoded += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}
