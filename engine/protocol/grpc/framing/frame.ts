/** Bytes before each message: a compression flag and the message's length (gRPC over HTTP/2). */
export const PREFIX_BYTES = 5;

/** A message with its prefix in one buffer. */
export function frame(message: Uint8Array, compressed = false): Buffer {
  const bytes = Buffer.allocUnsafe(PREFIX_BYTES + message.byteLength);
  writePrefix(bytes, message.byteLength, compressed);
  bytes.set(message, PREFIX_BYTES);
  return bytes;
}

/** One message, or its parts in order, which must not change until they are sent. */
export type OutgoingMessage = Uint8Array | readonly Uint8Array[];

/** A message in one buffer. */
export function joined(message: OutgoingMessage): Uint8Array {
  return message instanceof Uint8Array ? message : Buffer.concat(message);
}

export function messageBytes(message: OutgoingMessage): number {
  if (message instanceof Uint8Array) return message.byteLength;
  let bytes = 0;
  for (const { byteLength } of message) bytes += byteLength;
  return bytes;
}

/** The prefix alone, for messages that are too large to copy. */
export function prefix(byteLength: number, compressed: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(PREFIX_BYTES);
  writePrefix(bytes, byteLength, compressed);
  return bytes;
}

function writePrefix(bytes: Buffer, byteLength: number, compressed: boolean): void {
  bytes[0] = compressed ? 1 : 0;
  bytes.writeUInt32BE(byteLength, 1);
}
