import { inference } from "../../../assets/proto/index.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { isPooling, type Wire } from "../../contract/index.ts";
import {
  type ChatMessage,
  type Conversations,
  findDifference,
  formatAuthority,
  encodeGrpcSuffix,
  encodeHttpRequest,
  grpcOutputs,
  headerLines,
  type HttpOrigin,
  httpOutputs,
  picker,
  readPoolingAnswer,
  requestParameters,
  type Target,
} from "../../wire/index.ts";
import type { PlannedKind, PlannedRequest, SequencePart, TurnPart } from "../schedule/index.ts";
import { AheadEncoder } from "./ahead-encoder.ts";
import type { Answer, WireRequest } from "./lane.ts";
import type { Failure, RunSpec, TrafficSpec } from "./messages.ts";
import { encodeBody, type EncodedSet, encodeSets, generatedRequest } from "./request-sets.ts";

/** Max characters of a conversation; its next turn would send them all. */
const MAX_HISTORY = 16 * 1024 * 1024;
/** And of all that are in progress. */
const MAX_HELD = 512 * 1024 * 1024;

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
   * Takes the answer to a turn, which took `elapsedMs`, into its conversation. Returns the time until the next turn in
   * ms, or why there can be none.
   */
  answered(planned: PlannedRequest, text: string, elapsedMs: number): number | Failure;
  /** A conversation is over. */
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
    answered: ({ kind, input, turn }, text, elapsedMs) =>
      (encoders[kind] as KindEncoder).answered(input, turn as TurnPart, { text, elapsedMs }),
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
  readonly #speed: number;
  readonly #alone: readonly WireRequest[];
  /** Messages of the conversations that are held. */
  readonly #histories = new Map<number, ChatMessage[]>();
  /** Characters of all of them. */
  #held = 0;
  /** Of the span and of the warm-up, where requests are encoded one by one. */
  readonly #ahead: readonly AheadEncoder<WireRequest>[];

  constructor(
    spec: TrafficSpec,
    set: EncodedSet,
    { wire, origin, speed }: { wire: Wire; origin: HttpOrigin; speed: number },
  ) {
    this.#speed = speed;
    this.#spec = spec;
    this.#set = set;
    this.#wire = wire;
    this.#origin = origin;
    const encoded = spec.sequence ? null : set.encoded;
    this.#alone = encoded?.map((bytes, i) => this.#make(i, bytes)) ?? [];
    const { count, onDemand, conversations } = set.prepared;
    const ahead = (from: number) => new AheadEncoder(from, count, (input) => this.#encode(input));
    this.#ahead = onDemand && !conversations ? [ahead(0), ahead(count)] : [];
    this.#ahead[0]?.begin();
  }

  planned(warmup: boolean): PlannedKind {
    const { weight, sequence, reuse } = this.#spec;
    const { count, sequences, onDemand, conversations } = this.#set.prepared;
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
      ...(conversations && { turns: conversations.turns }),
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

  #turn(input: number, { conversation, index }: TurnPart): WireRequest {
    const conversations = this.#set.prepared.conversations as Conversations;
    const { messages, maxTokens } = conversations.turn(input, index);
    const history = [...(this.#histories.get(conversation) ?? []), ...messages];
    this.#histories.set(conversation, history);
    this.#held += charactersOf(messages);
    const body = conversations.body(history, maxTokens);
    const bytes = encodeBody(this.#spec, body, toParameters(this.#spec), this.#origin);
    return { ...this.#make(input, bytes), keepsText: true };
  }

  answered(
    input: number,
    { conversation, index }: TurnPart,
    { text, elapsedMs }: { readonly text: string; readonly elapsedMs: number },
  ): number | Failure {
    const history = this.#histories.get(conversation) ?? [];
    history.push({ role: "assistant", content: text });
    this.#held += text.length;
    if (charactersOf(history) > MAX_HISTORY) {
      const message = `the conversation has more than ${MAX_HISTORY} characters`;
      return { status: "OUT_OF_RANGE", message };
    }
    if (this.#held > MAX_HELD) {
      const message = `the conversations in progress have more than ${MAX_HELD} characters; use a lower rate`;
      return { status: "OUT_OF_RANGE", message };
    }
    const conversations = this.#set.prepared.conversations as Conversations;
    return conversations.thinkMs(input, index, { elapsedMs, speed: this.#speed });
  }

  forget({ conversation }: TurnPart): void {
    this.#held -= charactersOf(this.#histories.get(conversation) ?? []);
    this.#histories.delete(conversation);
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
      check: expected && ((answer) => readable(() => findDifference(expected, this.#read(answer)))),
      ...this.#reading(items),
    };
  }

  /** Whole answers of an OpenAI-compatible server. */
  #reading(items: number): Pick<WireRequest, "read"> {
    const { source } = this.#spec;
    if (!isPooling(source)) return {};
    return { read: ({ bytes }) => readPoolingAnswer(bytes, source, items) };
  }

  #read({ bytes, jsonBytes }: Answer) {
    if (this.#wire === "http") return httpOutputs(bytes, jsonBytes);
    return grpcOutputs(inference.ModelInferResponse.decode(bytes));
  }
}

const charactersOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** A response that can't be parsed is a wrong one. */
function readable(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    return (error as Error).message;
  }
}
