/** Frame types of RFC 9113, section 6. */
export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAG = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

/** Error codes of RFC 9113, section 7. */
export const ERROR = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** Names of RFC 9113, by code. */
const ERROR_NAMES = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED",
];

export const errorName = (code: number): string => ERROR_NAMES[code] ?? `error ${code}`;

export const SETTING = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

export const MAX_WINDOW = 2 ** 31 - 1;
export const DEFAULT_WINDOW = 65_535;
export const MIN_MAX_FRAME_BYTES = 16_384;
export const MAX_MAX_FRAME_BYTES = 2 ** 24 - 1;

/** An error that ends the connection with a GOAWAY. */
export class ConnectionError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const HEAD_BYTES = 9;

export interface FrameHead {
  readonly length: number;
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
}

export function writeHead(
  bytes: Buffer,
  at: number,
  { length, type, flags, streamId }: FrameHead,
): void {
  bytes[at] = length >>> 16;
  bytes[at + 1] = length >>> 8;
  bytes[at + 2] = length;
  bytes[at + 3] = type;
  bytes[at + 4] = flags;
  bytes[at + 5] = streamId >>> 24;
  bytes[at + 6] = streamId >>> 16;
  bytes[at + 7] = streamId >>> 8;
  bytes[at + 8] = streamId;
}

/** A small frame in a buffer of its own. */
export function controlFrame(head: Omit<FrameHead, "length">, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
  writeHead(bytes, 0, { ...head, length: payload.length });
  bytes.set(payload, HEAD_BYTES);
  return bytes;
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}

export function windowUpdateFrame(streamId: number, increment: number): Buffer {
  return controlFrame({ type: FRAME.windowUpdate, flags: 0, streamId }, uint32(increment));
}

export function resetFrame(streamId: number, code: number): Buffer {
  return controlFrame({ type: FRAME.reset, flags: 0, streamId }, uint32(code));
}

export function goAwayFrame(lastStreamId: number, code: number, reason: string): Buffer {
  const payload = Buffer.concat([uint32(lastStreamId, code), Buffer.from(reason)]);
  return controlFrame({ type: FRAME.goAway, flags: 0, streamId: 0 }, payload);
}

export function settingsFrame(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(6 * settings.length);
  for (const [i, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, 6 * i);
    payload.writeUInt32BE(value, 6 * i + 2);
  }
  return controlFrame({ type: FRAME.settings, flags: 0, streamId: 0 }, payload);
}
