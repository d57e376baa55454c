import { inference } from "../../../assets/proto/index.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { isPooling, type Wire } from "../../contract/index.ts";
import {
  findDifference,
  formatAuthority,
  encodeGrpcSuffix,
  encodeHttpRequest,
  grpcOutputs,
  headerLines,
  type HttpOrigin,
  httpOutputs,
  picker,
  readPoolingResponse,
  requestParameters,
  type Target,
} from "../../wire/index.ts";
import type { PlannedKind, PlannedRequest, SequencePart, TurnPart } from "../schedule/index.ts";
import { AheadEncoder } from "./ahead-encoder.ts";
import { HeldConversations, type TimedResponse } from "./held-conversations.ts";
import type { ReceivedResponse, WireRequest } from "./lane.ts";
import type { Failure, RunSpec, TrafficSpec } from "./messages.ts";
import { statusOfHttp } from "./http-lane.ts";
import { encodeBody, type EncodedSet, encodeSets, generatedRequest } from "./request-sets.ts";
import { readWholeResponse } from "./whole-response.ts";

/** The traffic of a run, ready to send. */
export interface EncodedTraffic {
  /** What the measured span, and the warm-up, choose from. */
  readonly span: readonly PlannedKind[];
  readonly warmup: readonly PlannedKind[];
  /** Number of distinct requests. */
  readonly distinct: number;
  /** ms from 0 at which the first kind's requests were recorded; null without. */
  readonly instants: Float64Array | null;
  request(planned: PlannedRequest): WireRequest;
  /**
   * Adds a response to its conversation. Returns the time until the conversation's next request in ms, or why there can
   * be none; null: it is complete.
   */
  answered(planned: PlannedRequest, response: TimedResponse): number | Failure | null;
  /** Drops an ended conversation. */
  forget(planned: PlannedRequest): void;
}

/** Encodes what can be encoded before the run. INVALID_ARGUMENT names what can't be read or generated. */
export async function encodeTraffic({
  traffic,
  wire,
  target,
  load,
}: RunSpec): Promise<EncodedTraffic> {
  const origin = toOrigin(target);
  const sets = await encodeSets(traffic, overHttp(wire) ? origin : null, toParameters);
  const speed = load.kind === "trace" ? load.speed : 1;
  const encoders = sets.map(
    (set, i) => new KindEncoder(traffic[i] as TrafficSpec, set, { wire, origin, speed }),
  );
  return {
    span: encoders.map((encoder) => encoder.planned(false)),
    warmup: encoders.map((encoder) => encoder.planned(true)),
    instants: sets[0]?.prepared.onDemand?.instants ?? null,
    distinct: [...new Set(sets)].reduce((sum, { prepared }) => sum + prepared.count, 0),
    request: ({ kind, input, sequence, turn }) =>
      (encoders[kind] as KindEncoder).request(input, sequence, turn),
    answered: ({ kind, input, turn }, response) =>
      (encoders[kind] as KindEncoder).answered(input, turn as TurnPart, response),
    forget: ({ kind, turn }) => (encoders[kind] as KindEncoder).forget(turn as TurnPart),
  };
}

const overHttp = (wire: Wire) => wire === "http" || wire === "openai";

const toOrigin = (target: Target): HttpOrigin => ({
  host: formatAuthority(target),
  path: target.path,
  lines: headerLines(target.headers),
});

const toParameters = ({ priority, timeoutMicros, decoupled }: TrafficSpec) =>
  requestParameters({ priority, timeoutMicros, emptyFinalResponse: decoupled });

class KindEncoder {
  readonly #spec: TrafficSpec;
  readonly #set: EncodedSet;
  readonly #wire: Wire;
  readonly #origin: HttpOrigin;
  readonly #alone: readonly WireRequest[];
  /** Null without conversations. */
  readonly #held: HeldConversations | null;
  /** Encoders of the span and of the warm-up, if requests are encoded one by one. */
  readonly #ahead: readonly AheadEncoder<WireRequest>[];

  constructor(
    spec: TrafficSpec,
    set: EncodedSet,
    { wire, origin, speed }: { wire: Wire; origin: HttpOrigin; speed: number },
  ) {
    this.#spec = spec;
    this.#set = set;
    this.#wire = wire;
    this.#origin = origin;
    const encoded = spec.sequence ? null : set.encoded;
    this.#alone = encoded?.map((bytes, i) => this.#make(i, bytes)) ?? [];
    const { count, onDemand, conversations } = set.prepared;
    const ahead = (from: number) => new AheadEncoder(from, count, (input) => this.#encode(input));
    this.#held = conversations ? new HeldConversations(conversations, speed) : null;
    this.#ahead = onDemand && !conversations ? [ahead(0), ahead(count)] : [];
    this.#ahead[0]?.begin();
  }

  planned(warmup: boolean): PlannedKind {
    const { weight, sequence, reuse } = this.#spec;
    const { count, sequences, onDemand } = this.#set.prepared;
    const held = this.#held;
    const streams = sequence ? sequences : null;
    const choices = streams?.length ?? count;
    // Requests that the warm-up left in a cache would change the intended share: it takes them from the other end or,
    // if it lasts long, from its half.
    const reverse = warmup && (reuse.kind === "duplicates" || this.#wire === "openai");
    const own = warmup && reuse.kind === "duplicates" ? Math.ceil(choices / 2) : choices;
    return {
      weight,
      sequence,
      streams,
      ...(held && { turns: (n: number) => held.requests(n) }),
      picker: (random) => {
        const pick = picker(reuse, own, random);
        if (onDemand) return warmup ? () => count + pick() : pick;
        return reverse ? () => choices - 1 - pick() : pick;
      },
    };
  }

  request(input: number, sequence: SequencePart | null, turn?: TurnPart): WireRequest {
    if (turn) return this.#turn(input, turn);
    const ahead = this.#ahead[input < this.#set.prepared.count ? 0 : 1];
    if (ahead) return ahead.take(input);
    if (sequence === null) return this.#alone[input] as WireRequest;
    return this.#make(input, this.#ofSequence(input, sequence));
  }

  #turn(input: number, { conversation: id }: TurnPart): WireRequest {
    const { body, position } = this.#conversations.next({ input, id });
    const bytes = encodeBody(this.#spec, body, toParameters(this.#spec), this.#origin);
    return { ...this.#make(input, bytes), keepsText: true, turn: position };
  }

  answered(
    input: number,
    { conversation: id }: TurnPart,
    response: TimedResponse,
  ): number | Failure | null {
    return this.#conversations.answered({ input, id }, response);
  }

  forget({ conversation }: TurnPart): void {
    this.#conversations.forget(conversation);
  }

  get #conversations(): HeldConversations {
    return this.#held as HeldConversations;
  }

  #encode(input: number): WireRequest {
    const [body = new Uint8Array()] = this.#set.prepared.contentsFor(input);
    const bytes = encodeBody(this.#spec, body, toParameters(this.#spec), this.#origin);
    return this.#make(input, bytes);
  }

  #ofSequence(input: number, sequence: SequencePart): Buffer {
    const { prepared } = this.#set;
    const encoded = this.#set.encoded as readonly Buffer[];
    if (this.#wire !== "http") {
      const suffix = encodeGrpcSuffix("", requestParameters({ sequence }));
      return Buffer.concat([encoded[input] as Buffer, suffix]);
    }
    const parameters = { ...toParameters(this.#spec), ...requestParameters({ sequence }) };
    return encodeHttpRequest(
      generatedRequest(this.#spec, prepared, input, parameters),
      this.#origin,
    );
  }

  #make(input: number, bytes: Buffer): WireRequest {
    const { deadlineMs, decoupled, batchSize } = this.#spec;
    const items = this.#set.prepared.itemsOf?.(input) ?? batchSize;
    const framed = this.#wire === "grpc" || this.#wire === "grpc-stream";
    const { prepared } = this.#set;
    const expected = prepared.expectedFor(input);
    return {
      ...(prepared.groupOf && { group: prepared.groupOf(input) }),
      bytes: framed ? frame(bytes) : bytes,
      deadlineMs,
      decoupled,
      items,
      check:
        expected && ((response) => readable(() => findDifference(expected, this.#read(response)))),
      ...this.#reading(items),
    };
  }

  /** Whole responses of an OpenAI-compatible server. */
  #reading(items: number): Pick<WireRequest, "read"> {
    const { source } = this.#spec;
    if (isPooling(source))
      return { read: ({ bytes }) => readPoolingResponse(bytes, source, items) };
    if (source.kind !== "chat" || source.streamed !== false) return {};
    return { read: ({ bytes }) => readWholeResponse(bytes, source.endpoint, statusOfHttp) };
  }

  #read({ bytes, jsonBytes }: ReceivedResponse) {
    if (this.#wire === "http") return httpOutputs(bytes, jsonBytes);
    return grpcOutputs(inference.ModelInferResponse.decode(bytes));
  }
}

/** A response that can't be parsed is a wrong one. */
function readable(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    return (error as Error).message;
  }
}
