/** Clients take 8 KiB of metadata; a sentence that would be longer is cut. */
const MAX_BYTES = 6000;

/** Whether every character stands for itself: printable ASCII but the per cent sign. */
const PLAIN = /^[\x20-\x24\x26-\x7e]*$/;

/** `grpc-message`: UTF-8, per-cent encoded (gRPC over HTTP/2). */
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

/** What cannot be decoded stays as it is, as the specification asks. */
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
