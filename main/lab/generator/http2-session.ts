import type { Socket } from "node:net";
import {
  checkHead,
  checkOrder,
  pingAck,
  readIncrement,
  readSettings,
  SETTINGS_ACK,
  shiftWindows,
} from "../../../engine/protocol/http2/connection-frames.ts";
import {
  type FrameHandler,
  FrameReader,
  PREFACE,
} from "../../../engine/protocol/http2/frame-reader.ts";
import {
  ConnectionError,
  DEFAULT_WINDOW,
  ERROR,
  errorName,
  FLAG,
  FRAME,
  type FrameHead,
  goAwayFrame,
  MAX_WINDOW,
  MIN_MAX_FRAME_BYTES,
  resetFrame,
  SETTING,
  settingsFrame,
  windowUpdateFrame,
} from "../../../engine/protocol/http2/frames.ts";
import { HeaderBlocks } from "../../../engine/protocol/http2/header-blocks.ts";
import { HeaderList, MAX_HEADER_LIST_BYTES } from "../../../engine/protocol/http2/header-list.ts";
import { ReceiveWindow } from "../../../engine/protocol/http2/receive-window.ts";
import { Sender } from "../../../engine/protocol/http2/sender.ts";
import { type ClientStream, type StreamLoss, STREAM_WINDOW_BYTES } from "./http2-client-stream.ts";
import type { OpenSocket } from "./sockets.ts";

const CONNECTION_WINDOW_BYTES = 64 << 20;

/** Streams at a time until the server states its limit. */
const FIRST_MAX_STREAMS = 100;

const MAX_REASON = 200;

const LOST = "the connection ended before the response";

/** One HTTP/2 connection (RFC 9113), client side. When it ends, its open calls are reported lost. */
export class Http2Session implements FrameHandler {
  readonly #socket: Socket;
  readonly #sender: Sender<ClientStream>;
  readonly #reader = new FrameReader(this, {
    maxFrameBytes: MIN_MAX_FRAME_BYTES,
    expectsPreface: false,
  });
  readonly #blocks = new HeaderBlocks(() => new HeaderList("response"));
  readonly #receiveWindow = new ReceiveWindow(CONNECTION_WINDOW_BYTES);
  readonly #streams = new Map<number, ClientStream>();
  /** Beyond the server's limit; they start when others have ended. */
  readonly #waiting = new Set<ClientStream>();
  readonly #onClose: () => void;
  #maxStreams = FIRST_MAX_STREAMS;
  #nextId = 1;
  #peerInitialWindow = DEFAULT_WINDOW;
  #settingsReceived = false;
  #goingAway = false;
  #over = false;
  /** Why the connection ended, in the words of the system or the server. */
  #reason = "";
  /** State of the current DATA frame. */
  #dataStream: ClientStream | undefined;
  #dataLength = 0;
  #dataEndsStream = false;

  constructor(open: OpenSocket, onClose: () => void) {
    this.#onClose = onClose;
    const socket = open((piece) => this.#read(piece));
    this.#socket = socket;
    this.#sender = new Sender(
      socket,
      {
        sent: (stream) => (stream.isSent = true),
        overwhelmed: (reason) => this.#fail(ERROR.enhanceYourCalm, reason),
        flushed: () => this.#endIfDone(),
      },
      // The server may choose windows of any size.
      { take: () => true },
    );
    this.#sender.control(PREFACE);
    this.#sender.control(
      settingsFrame([
        [SETTING.enablePush, 0],
        [SETTING.initialWindowSize, STREAM_WINDOW_BYTES],
        [SETTING.maxHeaderListSize, MAX_HEADER_LIST_BYTES],
      ]),
    );
    this.#sender.control(windowUpdateFrame(0, CONNECTION_WINDOW_BYTES - DEFAULT_WINDOW));
    socket.on("error", (error) => (this.#reason ||= error.message));
    socket.on("close", () => this.#lose());
  }

  /** Whether it takes further streams. */
  get isUsable(): boolean {
    return !this.#over && !this.#goingAway && this.#nextId <= MAX_WINDOW;
  }

  open(stream: ClientStream): void {
    if (this.#streams.size >= this.#maxStreams) this.#waiting.add(stream);
    else this.#begin(stream);
  }

  /** The stream has something to send. */
  ready(stream: ClientStream): void {
    if (stream.id !== 0) this.#sender.ready(stream);
  }

  /** Cancels a stream. */
  reset(stream: ClientStream, code: number): void {
    if (this.#waiting.delete(stream)) stream.close();
    if (!stream.isOpen) return;
    this.#remove(stream);
    if (stream.isBegun) this.#sender.control(resetFrame(stream.id, code));
  }

  destroy(): void {
    this.#over = true;
    this.#socket.destroy();
  }

  dataBegins({ length, flags, streamId }: FrameHead): void {
    this.#dataStream = undefined;
    this.#dataLength = length;
    this.#dataEndsStream = (flags & FLAG.endStream) !== 0;
    if (this.#over) return;
    this.#expect(FRAME.data, streamId);
    if (!this.#receiveWindow.receive(length)) {
      throw new ConnectionError(ERROR.flowControl, "DATA beyond the connection's window");
    }
    const stream = this.#find(streamId, "DATA");
    if (stream === undefined) return;
    if (!stream.headersReceived) {
      this.#refuse(stream, ERROR.protocol, "data came before the headers");
    } else if (!stream.receiveWindow.receive(length)) {
      this.#refuse(stream, ERROR.flowControl, "more data came than the window allows");
    } else this.#dataStream = stream;
  }

  dataPart(part: Buffer): void {
    const stream = this.#dataStream;
    if (stream?.isOpen) stream.onData(part);
  }

  dataEnds(): void {
    if (this.#over) return;
    const increment = this.#receiveWindow.consume(this.#dataLength);
    if (increment > 0) this.#sender.control(windowUpdateFrame(0, increment));
    const stream = this.#dataStream;
    this.#dataStream = undefined;
    if (!stream?.isOpen) return;
    if (this.#dataEndsStream) {
      this.#responseEnd(stream);
      return;
    }
    const more = stream.receiveWindow.consume(this.#dataLength);
    if (more > 0) this.#sender.control(windowUpdateFrame(stream.id, more));
  }

  frame(head: FrameHead, bytes: Buffer, start: number, end: number): void {
    if (this.#over) return;
    const { type, streamId } = head;
    this.#expect(type, streamId);
    if (type === FRAME.headers) {
      if (this.#blocks.begin(head, bytes, start, end)) this.#block();
    } else if (type === FRAME.continuation) {
      if (this.#blocks.add(head, bytes.subarray(start, end))) this.#block();
    } else if (type === FRAME.windowUpdate) this.#windowUpdate(head, bytes, start);
    else if (type === FRAME.reset) this.#peerReset(head, bytes, start);
    else if (type === FRAME.settings) this.#settings(head, bytes, start);
    else if (type === FRAME.ping) {
      const reply = pingAck(head, bytes.subarray(start, end));
      if (reply !== undefined) this.#sender.control(reply);
    } else if (type === FRAME.goAway) this.#goAway(head, bytes, start);
    else if (type === FRAME.pushPromise) {
      throw new ConnectionError(ERROR.protocol, "the server pushes though that is disabled");
    }
  }

  #read(piece: Buffer): void {
    if (this.#over) return;
    try {
      if (!this.#settingsReceived && piece.toString("latin1", 0, 5) === "HTTP/") {
        throw new ConnectionError(ERROR.protocol, "it responds in HTTP/1.1");
      }
      this.#reader.push(piece);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      this.#fail(error.code, `the server does not keep to HTTP/2: ${error.message}`);
    }
  }

  #expect(type: number, streamId: number): void {
    checkOrder(type, streamId, {
      settingsReceived: this.#settingsReceived,
      openBlock: this.#blocks.streamId,
    });
  }

  /** The stream of a frame; undefined for one that has ended, whose frames may still be in transit. */
  #find(streamId: number, what: string): ClientStream | undefined {
    if (streamId % 2 === 0 || streamId >= this.#nextId) {
      throw new ConnectionError(ERROR.protocol, `${what} on idle stream ${streamId}`);
    }
    return this.#streams.get(streamId);
  }

  #begin(stream: ClientStream): void {
    stream.id = this.#nextId;
    this.#nextId += 2;
    stream.sendWindow = this.#peerInitialWindow;
    this.#streams.set(stream.id, stream);
    this.#sender.ready(stream);
  }

  #beginWaiting(): void {
    for (const stream of this.#waiting) {
      if (this.#streams.size >= this.#maxStreams || !this.isUsable) return;
      this.#waiting.delete(stream);
      this.#begin(stream);
    }
  }

  /** A header block is complete. */
  #block(): void {
    const { streamId, endsStream, list } = this.#blocks.take();
    const stream = this.#find(streamId, "HEADERS");
    if (stream === undefined) return;
    if (list.isTooLarge) {
      const most = `${MAX_HEADER_LIST_BYTES} bytes`;
      this.#refuse(stream, ERROR.cancel, `the headers of the response have more than ${most}`);
      return;
    }
    const isTrailers = stream.headersReceived;
    const fault = isTrailers ? list.trailersFault : list.responseFault;
    const isInformational = !isTrailers && list.headers[":status"]?.startsWith("1") === true;
    const endsWrong = isTrailers ? !endsStream : isInformational && endsStream;
    if (fault !== undefined || endsWrong) {
      this.#refuse(stream, ERROR.protocol, fault ?? "headers end the response at the wrong place");
      return;
    }
    if (isInformational) return;
    stream.headersReceived = true;
    stream.onHeaders(list.headers);
    if (endsStream && stream.isOpen) this.#responseEnd(stream);
  }

  #responseEnd(stream: ClientStream): void {
    // The server doesn't read the rest of the request.
    if (stream.isSent) this.#remove(stream);
    else this.reset(stream, ERROR.cancel);
    stream.onEnd();
  }

  /** Resets a stream because of the server's error. */
  #refuse(stream: ClientStream, code: number, message: string): void {
    this.reset(stream, code);
    stream.onLost({ message: `the server does not keep to HTTP/2: ${message}` });
  }

  #peerReset(head: FrameHead, bytes: Buffer, start: number): void {
    checkHead(head, { onConnection: false, exactly: 4 });
    const stream = this.#find(head.streamId, "RST_STREAM");
    if (stream === undefined) return;
    const resetCode = bytes.readUInt32BE(start);
    this.#remove(stream);
    stream.onLost({
      message: `the server reset the call (${errorName(resetCode)})`,
      resetCode,
    });
  }

  #settings(head: FrameHead, bytes: Buffer, start: number): void {
    const isFirst = !this.#settingsReceived;
    // Unlimited unless the server states a limit.
    if (isFirst) this.#maxStreams = Number.POSITIVE_INFINITY;
    const isNew = readSettings(head, bytes, start, (id, value) => this.#setting(id, value));
    if (isFirst && !isNew) {
      throw new ConnectionError(ERROR.protocol, "the first frame acknowledges settings");
    }
    this.#settingsReceived = true;
    if (!isNew) return;
    this.#sender.control(SETTINGS_ACK);
    this.#beginWaiting();
  }

  #setting(id: number, value: number): void {
    if (id === SETTING.headerTableSize) this.#sender.encoder.limitTable(value);
    else if (id === SETTING.maxFrameSize) this.#sender.maxFrameBytes = value;
    else if (id === SETTING.maxConcurrentStreams) this.#maxStreams = value;
    else if (id === SETTING.initialWindowSize) {
      const change = value - this.#peerInitialWindow;
      this.#peerInitialWindow = value;
      if (change === 0) return;
      shiftWindows(this.#streams.values(), change);
      for (const stream of this.#streams.values()) {
        if (stream.queuedBytes > 0) this.#sender.ready(stream);
      }
    }
  }

  #windowUpdate(head: FrameHead, bytes: Buffer, start: number): void {
    const increment = readIncrement(head, bytes, start);
    if (head.streamId === 0) {
      this.#sender.widen(increment);
      return;
    }
    const stream = this.#find(head.streamId, "WINDOW_UPDATE");
    if (stream === undefined) return;
    if (increment === 0) this.#refuse(stream, ERROR.protocol, "a window grows by 0");
    else if (stream.sendWindow + increment > MAX_WINDOW) {
      this.#refuse(stream, ERROR.flowControl, "a window overflows");
    } else {
      stream.sendWindow += increment;
      if (stream.queuedBytes > 0) this.#sender.ready(stream);
    }
  }

  #goAway(head: FrameHead, bytes: Buffer, start: number): void {
    checkHead(head, { onConnection: true, atLeast: 8 });
    const lastId = bytes.readUInt32BE(start) & MAX_WINDOW;
    const code = bytes.readUInt32BE(start + 4);
    const debug = bytes.toString("utf8", start + 8, start + Math.min(head.length, 8 + MAX_REASON));
    const name = debug === "" ? errorName(code) : `${errorName(code)}, ${debug}`;
    this.#goingAway = true;
    this.#reason ||= code === ERROR.none ? "" : `the server ended the connection (${name})`;
    const message = `the server closes the connection and did not take the call (${name})`;
    const refused = [...this.#streams.values()].filter(({ id }) => id > lastId);
    for (const stream of refused) this.#remove(stream);
    refused.push(...this.#waiting);
    this.#waiting.clear();
    for (const stream of refused) stream.onLost({ message });
    this.#endIfDone();
  }

  #remove(stream: ClientStream): void {
    this.#streams.delete(stream.id);
    stream.close();
    this.#sender.forget(stream);
    if (this.#waiting.size > 0) this.#beginWaiting();
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#goingAway && this.#streams.size === 0 && this.#sender.isIdle) this.#socket.end();
  }

  /** Ends the connection with a GOAWAY. */
  #fail(code: number, reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#reason ||= reason;
    // No stream of the server was accepted.
    this.#socket.write(goAwayFrame(0, code, ""));
    this.#socket.destroy();
  }

  #lose(): void {
    this.#over = true;
    const loss: StreamLoss = { message: this.#reason || LOST };
    const streams = [...this.#streams.values(), ...this.#waiting];
    this.#streams.clear();
    this.#waiting.clear();
    this.#onClose();
    for (const stream of streams) {
      if (!stream.isOpen) continue;
      stream.close();
      stream.onLost(loss);
    }
  }
}
