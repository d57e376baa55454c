// Connection-level frames, checked as RFC 9113, 6.5 to 6.9 requires; the same for clients and
// servers.
import {
  ConnectionError,
  controlFrame,
  ERROR,
  FLAG,
  FRAME,
  type FrameHead,
  MAX_MAX_FRAME_BYTES,
  MAX_WINDOW,
  MIN_MAX_FRAME_BYTES,
  SETTING,
} from "./frames.ts";

interface HeadRule {
  readonly onConnection: boolean;
  readonly exactly?: number;
  readonly atLeast?: number;
}

export function checkHead({ type, length, streamId }: FrameHead, rule: HeadRule): void {
  if ((streamId === 0) !== rule.onConnection) {
    throw new ConnectionError(ERROR.protocol, `a frame of type ${type} on stream ${streamId}`);
  }
  if (length !== (rule.exactly ?? length) || length < (rule.atLeast ?? 0)) {
    throw new ConnectionError(ERROR.frameSize, `a frame of type ${type} has ${length} bytes`);
  }
}

interface Expected {
  readonly settingsReceived: boolean;
  /** The stream whose header block is incomplete. */
  readonly openBlock: number | undefined;
}

/** SETTINGS must come first (RFC 9113, 3.4); no other frame may interrupt a header block (6.10). */
export function checkOrder(
  type: number,
  streamId: number,
  { settingsReceived, openBlock }: Expected,
): void {
  if (!settingsReceived && type !== FRAME.settings) {
    throw new ConnectionError(ERROR.protocol, "the first frame is not SETTINGS");
  }
  const continues = type === FRAME.continuation;
  if (openBlock === undefined ? continues : !continues || streamId !== openBlock) {
    throw new ConnectionError(ERROR.protocol, "a header block is not continued, or none is open");
  }
}

export const SETTINGS_ACK = controlFrame(
  { type: FRAME.settings, flags: FLAG.ack, streamId: 0 },
  Buffer.alloc(0),
);

/**
 * Calls `onSetting` for each setting of a SETTINGS frame. False if the frame is an acknowledgement.
 */
export function readSettings(
  head: FrameHead,
  bytes: Buffer,
  start: number,
  onSetting: (id: number, value: number) => void,
): boolean {
  checkHead(head, { onConnection: true });
  if ((head.flags & FLAG.ack) !== 0) {
    checkHead(head, { onConnection: true, exactly: 0 });
    return false;
  }
  if (head.length % 6 !== 0) {
    throw new ConnectionError(ERROR.frameSize, `SETTINGS of ${head.length} bytes`);
  }
  for (let at = start; at < start + head.length; at += 6) {
    const id = bytes.readUInt16BE(at);
    const value = bytes.readUInt32BE(at + 2);
    checkSetting(id, value);
    onSetting(id, value);
  }
  return true;
}

function checkSetting(id: number, value: number): void {
  const wrong = (code: number) => new ConnectionError(code, `setting ${id} must not be ${value}`);
  if (id === SETTING.enablePush && value > 1) throw wrong(ERROR.protocol);
  if (id === SETTING.initialWindowSize && value > MAX_WINDOW) throw wrong(ERROR.flowControl);
  if (id !== SETTING.maxFrameSize) return;
  if (value < MIN_MAX_FRAME_BYTES || value > MAX_MAX_FRAME_BYTES) throw wrong(ERROR.protocol);
}

/** The reply to a PING; undefined for a reply to ours. */
export function pingAck(head: FrameHead, payload: Uint8Array): Buffer | undefined {
  checkHead(head, { onConnection: true, exactly: 8 });
  if ((head.flags & FLAG.ack) !== 0) return undefined;
  return controlFrame({ type: FRAME.ping, flags: FLAG.ack, streamId: 0 }, payload);
}

/** A WINDOW_UPDATE's increment; the receiver must reject 0. */
export function readIncrement({ length }: FrameHead, bytes: Buffer, start: number): number {
  if (length !== 4) {
    throw new ConnectionError(ERROR.frameSize, `WINDOW_UPDATE of ${length} bytes`);
  }
  return bytes.readUInt32BE(start) & MAX_WINDOW;
}

/** The connection's send window after an update. */
export function widened(window: number, increment: number): number {
  if (increment === 0) throw new ConnectionError(ERROR.protocol, "a window grows by 0");
  if (window + increment > MAX_WINDOW) {
    throw new ConnectionError(ERROR.flowControl, "the connection's window overflows");
  }
  return window + increment;
}

/**
 * Adjusts the windows of open streams after a change of SETTINGS_INITIAL_WINDOW_SIZE; they may
 * become negative.
 */
export function shiftWindows(
  streams: Iterable<{ readonly id: number; sendWindow: number }>,
  change: number,
): void {
  for (const stream of streams) {
    stream.sendWindow += change;
    if (stream.sendWindow > MAX_WINDOW) {
      throw new ConnectionError(ERROR.flowControl, `the window of stream ${stream.id} overflows`);
    }
  }
}
