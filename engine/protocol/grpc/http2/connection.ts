import type { Socket } from "node:net";
import type { Client } from "../../../types.ts";
import { Allowance } from "./allowance.ts";
import { type FrameHandler, FrameReader } from "../../http2/frame-reader.ts";
import {
  checkHead,
  checkOrder,
  pingAck,
  readIncrement,
  readSettings,
  SETTINGS_ACK,
  shiftWindows,
} from "../../http2/connection-frames.ts";
import {
  ConnectionError,
  controlFrame,
  DEFAULT_WINDOW,
  ERROR,
  FLAG,
  FRAME,
  type FrameHead,
  goAwayFrame,
  MAX_WINDOW,
  resetFrame,
  SETTING,
  settingsFrame,
  windowUpdateFrame,
} from "../../http2/frames.ts";
import { receivedMemory } from "../../received-memory.ts";
import { HeaderBlocks } from "../../http2/header-blocks.ts";
import { ReceiveWindow } from "../../http2/receive-window.ts";
import { HeaderList, type Headers, MAX_HEADER_LIST_BYTES } from "../../http2/header-list.ts";
import { Liveness } from "./liveness.ts";
import { Sender } from "../../http2/sender.ts";
import { ClosedStreams } from "./closed-streams.ts";
import { Http2Stream, STREAM_WINDOW_BYTES } from "./stream.ts";

/** Unread requests per connection: bounds what a slow reader makes us buffer. */
const CONNECTION_WINDOW_BYTES = 16 << 20;

const MAX_FRAME_BYTES = 256 * 1024;

/** Longest user agent that is passed on. */
const MAX_USER_AGENT = 256;

/**
 * PING, SETTINGS and similar frames allowed per request or DATA frame: clients measure round trips
 * with them.
 */
const EARNED_IDLE_FRAMES = 4;

const PING = controlFrame({ type: FRAME.ping, flags: 0, streamId: 0 }, Buffer.alloc(8));

/** After closing, pending writes get this long to drain. */
const LINGER_MS = 1000;

export interface ConnectionOptions {
  readonly maxConcurrentCalls: number;
  readonly now: () => number;
  readonly onRequest: (stream: Http2Stream, headers: Headers) => void;
  /** Called when the connection ended with an exception that the peer did not cause. */
  readonly onInternalError: (error: unknown) => void;
}

/** The server side of one client's HTTP/2 connection (RFC 9113). */
export class Http2Connection implements FrameHandler {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #address: string;
  readonly #sender: Sender<Http2Stream>;
  readonly #reader = new FrameReader(this, {
    maxFrameBytes: MAX_FRAME_BYTES,
    expectsPreface: true,
  });
  readonly #blocks = new HeaderBlocks(() => new HeaderList());
  readonly #streams = new Map<number, Http2Stream>();
  readonly #closed = new ClosedStreams();
  readonly #receiveWindow = new ReceiveWindow(CONNECTION_WINDOW_BYTES);
  /**
   * Resets, including those we send for protocol errors: each costs setting up a call ("rapid
   * reset").
   */
  readonly #resets: Allowance;
  /** Frames that cost us work and don't advance any call. */
  readonly #idleFrames: Allowance;
  #client: Client;
  #lastStreamId = 0;
  #peerInitialWindow = DEFAULT_WINDOW;
  #settingsReceived = false;
  #goingAway = false;
  #over = false;
  /** State of the DATA frame being read. */
  #dataStream: Http2Stream | undefined;
  #dataLength = 0;
  #dataHeld = 0;
  #dataSeen = 0;
  #dataEndsStream = false;
  readonly #liveness: Liveness;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#liveness = new Liveness(socket, () => this.#sender.control(PING), options.now());
    this.#resets = new Allowance(10_000, 1000, options.now);
    this.#idleFrames = new Allowance(10_000, 1000, options.now);
    this.#address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    this.#client = { address: this.#address, userAgent: "" };
    const events = {
      sent: (stream: Http2Stream) => this.#sent(stream),
      overwhelmed: (reason: string) => this.#fail(ERROR.enhanceYourCalm, reason),
      flushed: () => this.#endIfDone(),
    };
    this.#sender = new Sender(socket, events, this.#idleFrames);
    this.#sender.control(
      settingsFrame([
        [SETTING.enablePush, 0],
        [SETTING.maxConcurrentStreams, options.maxConcurrentCalls],
        [SETTING.initialWindowSize, STREAM_WINDOW_BYTES],
        [SETTING.maxFrameSize, MAX_FRAME_BYTES],
        [SETTING.maxHeaderListSize, MAX_HEADER_LIST_BYTES],
      ]),
    );
    this.#sender.control(windowUpdateFrame(0, CONNECTION_WINDOW_BYTES - DEFAULT_WINDOW));
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", () => {});
    socket.on("end", () => socket.destroy());
    socket.on("close", () => this.#lose());
  }

  /** The client; the same object until its description changes. */
  client(userAgent: string | undefined): Client {
    const shortened = userAgent === undefined ? "" : userAgent.slice(0, MAX_USER_AGENT);
    if (shortened !== this.#client.userAgent) {
      this.#client = { address: this.#address, userAgent: shortened };
    }
    return this.#client;
  }

  /** Accepts no new streams and closes when the existing ones have ended. */
  goAway(): void {
    if (this.#goingAway || this.#over) return;
    this.#goingAway = true;
    this.#sender.control(goAwayFrame(this.#lastStreamId, ERROR.none, ""));
  }

  check(now: number, stallMs: number): void {
    this.#liveness.check(now, stallMs);
  }

  ready(stream: Http2Stream): void {
    this.#sender.ready(stream);
  }

  consumed(stream: Http2Stream, bytes: number): void {
    this.#creditConnection(bytes);
    if (stream.remoteEnded || !stream.isOpen) return;
    const increment = stream.receiveWindow.consume(bytes);
    if (increment > 0) this.#sender.control(windowUpdateFrame(stream.id, increment));
  }

  dataBegins({ length, flags, streamId }: FrameHead): void {
    this.#expect(FRAME.data, streamId);
    if (streamId === 0) throw new ConnectionError(ERROR.protocol, "DATA on stream 0");
    if (!this.#receiveWindow.receive(length)) {
      throw new ConnectionError(ERROR.flowControl, "DATA beyond the connection's window");
    }
    this.#dataLength = length;
    this.#dataHeld = 0;
    this.#dataSeen = 0;
    this.#dataEndsStream = (flags & FLAG.endStream) !== 0;
    if (length > 0) this.#idleFrames.earn(EARNED_IDLE_FRAMES);
    else if (!this.#dataEndsStream) this.#countIdleFrame();
    const stream = this.#streams.get(streamId);
    this.#dataStream = undefined;
    if (stream === undefined) this.#closedStream(streamId, "DATA");
    else if (stream.remoteEnded) this.#reset(stream, ERROR.streamClosed);
    else if (!stream.receiveWindow.receive(length)) this.#reset(stream, ERROR.flowControl);
    else this.#dataStream = stream;
  }

  dataPart(part: Buffer): void {
    this.#dataSeen += part.length;
    if (this.#dataStream?.receive(part)) this.#dataHeld += part.length;
  }

  dataEnds(): void {
    const stream = this.#dataStream;
    const consumed = this.#dataLength - this.#dataHeld;
    if (stream === undefined || !stream.isOpen) {
      this.#creditConnection(consumed);
      return;
    }
    this.#dataStream = undefined;
    if (consumed > 0) this.consumed(stream, consumed);
    if (stream.expected !== undefined) stream.expected -= this.#dataSeen;
    if (this.#dataEndsStream) this.#remoteEnd(stream);
  }

  frame(head: FrameHead, bytes: Buffer, start: number, end: number): void {
    const { type, streamId } = head;
    this.#expect(type, streamId);
    if (type === FRAME.headers) this.#headers(head, bytes, start, end);
    else if (type === FRAME.continuation) this.#continuation(head, bytes.subarray(start, end));
    else if (type === FRAME.windowUpdate) this.#windowUpdate(head, bytes, start);
    else if (type === FRAME.reset) this.#peerReset(head);
    else if (type === FRAME.pushPromise) {
      throw new ConnectionError(ERROR.protocol, "a client pushes");
    } else {
      this.#countIdleFrame();
      if (type === FRAME.settings) this.#settings(head, bytes, start);
      else if (type === FRAME.ping) this.#ping(head, bytes.subarray(start, end));
      else if (type === FRAME.priority) this.#priority(head);
      else if (type === FRAME.goAway) checkHead(head, { onConnection: true, atLeast: 8 });
    }
  }

  #read(chunk: Buffer): void {
    if (this.#over) return;
    receivedMemory.add(chunk.length);
    try {
      this.#reader.push(chunk);
    } catch (error) {
      if (error instanceof ConnectionError) this.#fail(error.code, error.message);
      else {
        this.#fail(ERROR.internal, "internal error");
        this.#options.onInternalError(error);
      }
    }
  }

  #expect(type: number, streamId: number): void {
    checkOrder(type, streamId, {
      settingsReceived: this.#settingsReceived,
      openBlock: this.#blocks.streamId,
    });
  }

  #headers(head: FrameHead, bytes: Buffer, start: number, end: number): void {
    if (head.streamId % 2 === 0) {
      throw new ConnectionError(ERROR.protocol, `HEADERS on stream ${head.streamId}`);
    }
    if (this.#blocks.begin(head, bytes, start, end)) this.#block();
  }

  #continuation(head: FrameHead, bytes: Buffer): void {
    if (this.#blocks.add(head, bytes)) this.#block();
  }

  /** Called when a header block is complete. */
  #block(): void {
    if (this.#over) return;
    const { streamId, endsStream, list } = this.#blocks.take();
    const stream = this.#streams.get(streamId);
    if (stream !== undefined) {
      if (stream.remoteEnded) this.#reset(stream, ERROR.streamClosed);
      else if (!endsStream || list.trailersFault !== undefined) this.#reset(stream, ERROR.protocol);
      else this.#remoteEnd(stream);
      return;
    }
    if (streamId <= this.#lastStreamId) {
      this.#closedStream(streamId, "HEADERS");
      return;
    }
    if (this.#goingAway || this.#streams.size >= this.#options.maxConcurrentCalls) {
      this.#lastStreamId = streamId;
      this.#refuse(streamId, ERROR.refusedStream);
      return;
    }
    this.#lastStreamId = streamId;
    this.#idleFrames.earn(EARNED_IDLE_FRAMES);
    if (list.requestFault !== undefined && !list.isTooLarge) {
      this.#refuse(streamId, ERROR.protocol);
      return;
    }
    const opened = new Http2Stream(streamId, this.#peerInitialWindow, this);
    this.#streams.set(streamId, opened);
    if (list.isTooLarge) {
      opened.remoteEnded = endsStream;
      opened.reject([{ name: ":status", value: "431" }]);
      return;
    }
    const declared = list.headers["content-length"];
    if (declared !== undefined) opened.expected = Number(declared);
    this.#options.onRequest(opened, list.headers);
    if (endsStream && opened.isOpen) this.#remoteEnd(opened);
  }

  #remoteEnd(stream: Http2Stream): void {
    if (stream.expected !== undefined && stream.expected !== 0) {
      this.#reset(stream, ERROR.protocol);
      return;
    }
    stream.remoteEnd();
    if (stream.isSent) this.#remove(stream);
  }

  #peerReset(head: FrameHead): void {
    checkHead(head, { onConnection: false, exactly: 4 });
    this.#countReset();
    const stream = this.#streams.get(head.streamId);
    if (stream === undefined) this.#notIdle(head.streamId, "RST_STREAM");
    else {
      this.#remove(stream);
      this.#closed.add(stream.id);
      stream.close();
      this.#sender.forget(stream);
      this.#endIfDone();
    }
  }

  #settings(head: FrameHead, bytes: Buffer, start: number): void {
    const isNew = readSettings(head, bytes, start, (id, value) => this.#setting(id, value));
    this.#settingsReceived = true;
    if (isNew) this.#sender.control(SETTINGS_ACK);
  }

  #setting(id: number, value: number): void {
    if (id === SETTING.headerTableSize) this.#sender.encoder.limitTable(value);
    else if (id === SETTING.maxFrameSize) this.#sender.maxFrameBytes = value;
    else if (id === SETTING.initialWindowSize) {
      const change = value - this.#peerInitialWindow;
      this.#peerInitialWindow = value;
      if (change !== 0) this.#shiftWindows(change);
    }
  }

  #shiftWindows(change: number): void {
    // Each change of this setting touches every stream.
    if (this.#streams.size > 0) this.#countIdleFrame();
    shiftWindows(this.#streams.values(), change);
    for (const stream of this.#streams.values()) {
      if (stream.queuedBytes > 0) this.#sender.ready(stream);
    }
  }

  #ping(head: FrameHead, payload: Buffer): void {
    const ack = pingAck(head, payload);
    if (ack !== undefined) this.#sender.control(ack);
  }

  #priority({ length, streamId }: FrameHead): void {
    if (streamId === 0) throw new ConnectionError(ERROR.protocol, "PRIORITY on stream 0");
    if (length === 5) return;
    const stream = this.#streams.get(streamId);
    if (stream !== undefined) this.#reset(stream, ERROR.frameSize);
    else throw new ConnectionError(ERROR.frameSize, `PRIORITY of ${length} bytes`);
  }

  #windowUpdate(head: FrameHead, bytes: Buffer, start: number): void {
    const increment = readIncrement(head, bytes, start);
    const { streamId } = head;
    if (streamId === 0) {
      this.#sender.widen(increment);
      return;
    }
    const stream = this.#streams.get(streamId);
    if (stream === undefined) this.#notIdle(streamId, "WINDOW_UPDATE");
    else if (increment === 0) this.#reset(stream, ERROR.protocol);
    else if (stream.sendWindow + increment > MAX_WINDOW) this.#reset(stream, ERROR.flowControl);
    else {
      stream.sendWindow += increment;
      if (stream.queuedBytes > 0) this.#sender.ready(stream);
    }
  }

  #notIdle(streamId: number, what: string): void {
    if (streamId % 2 === 0 || streamId > this.#lastStreamId) {
      throw new ConnectionError(ERROR.protocol, `${what} on idle stream ${streamId}`);
    }
  }

  /**
   * A frame for a closed stream: allowed if the peer may not have known yet that we closed it, else
   * an error.
   */
  #closedStream(streamId: number, what: string): void {
    this.#notIdle(streamId, what);
    if (this.#closed.has(streamId)) this.#countIdleFrame();
    else throw new ConnectionError(ERROR.streamClosed, `${what} on closed stream ${streamId}`);
  }

  #countReset(): void {
    if (!this.#resets.take()) throw new ConnectionError(ERROR.enhanceYourCalm, "too many resets");
  }

  #countIdleFrame(): void {
    if (this.#idleFrames.take()) return;
    throw new ConnectionError(ERROR.enhanceYourCalm, "too many frames that bring nothing");
  }

  /** Resets a stream for a protocol error. */
  #reset(stream: Http2Stream, code: number): void {
    this.#remove(stream);
    stream.close();
    this.#sender.forget(stream);
    this.#refuse(stream.id, code);
  }

  #refuse(streamId: number, code: number): void {
    this.#countReset();
    this.#closed.add(streamId);
    this.#sender.control(resetFrame(streamId, code));
  }

  #sent(stream: Http2Stream): void {
    stream.isSent = true;
    if (stream.remoteEnded) this.#remove(stream);
    else if (stream.stopsClient) {
      this.#remove(stream);
      this.#closed.add(stream.id);
    }
  }

  #remove(stream: Http2Stream): void {
    this.#streams.delete(stream.id);
  }

  #creditConnection(bytes: number): void {
    const increment = this.#receiveWindow.consume(bytes);
    if (increment > 0) this.#sender.control(windowUpdateFrame(0, increment));
  }

  #endIfDone(): void {
    if (this.#goingAway && this.#streams.size === 0 && this.#sender.isIdle) this.#socket.end();
  }

  /** Ends the connection with a GOAWAY. */
  #fail(code: number, reason: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#socket.write(goAwayFrame(this.#lastStreamId, code, reason));
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
    this.#lose();
  }

  #lose(): void {
    this.#over = true;
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) stream.close();
  }
}
