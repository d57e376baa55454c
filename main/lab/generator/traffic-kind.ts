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
  readPoolingAnswer,
  requestParameters,
  type Target,
} from "../../wire/index.ts";
import type { PlannedKind, PlannedRequest, SequencePart } from "../schedule/index.ts";
import type { Answer, WireRequest } from "./lane.ts";
import type { RunSpec, TrafficSpec } from "./messages.ts";
import { type EncodedSet, encodeSets, generatedRequest } from "./request-sets.ts";

/** The traffic of a run, ready to send. */
export interface EncodedTraffic {
  /** What the measured span, and the warm-up, choose from. */
  readonly span: readonly PlannedKind[];
  readonly warmup: readonly PlannedKind[];
  /** Number of distinct requests. */
  readonly distinct: number;
  request(planned: PlannedRequest): WireRequest;
}

/** Encodes what can be encoded before the run. INVALID_ARGUMENT names what can't be read or generated. */
export async function encodeTraffic({ traffic, wire, target }: RunSpec): Promise<EncodedTraffic> {
  const origin = toOrigin(target);
  const sets = await encodeSets(traffic, overHttp(wire) ? origin : null, toParameters);
  const encoders = sets.map(
    (set, i) => new KindEncoder(traffic[i] as TrafficSpec, set, wire, origin),
  );
  return {
    span: encoders.map((encoder) => encoder.planned(false)),
    warmup: encoders.map((encoder) => encoder.planned(true)),
    distinct: [...new Set(sets)].reduce((sum, { prepared }) => sum + prepared.count, 0),
    request: ({ kind, input, sequence }) =>
      (encoders[kind] as KindEncoder).request(input, sequence),
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

  constructor(spec: TrafficSpec, set: EncodedSet, wire: Wire, origin: HttpOrigin) {
    this.#spec = spec;
    this.#set = set;
    this.#wire = wire;
    this.#origin = origin;
    this.#alone = spec.sequence ? [] : set.encoded.map((bytes, i) => this.#make(i, bytes));
  }

  planned(warmup: boolean): PlannedKind {
    const { weight, sequence, reuse } = this.#spec;
    const { count, sequences } = this.#set.prepared;
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
      picker: (random) => {
        const pick = picker(reuse, own, random);
        return reverse ? () => choices - 1 - pick() : pick;
      },
    };
  }

  request(input: number, sequence: SequencePart | null): WireRequest {
    if (sequence === null) return this.#alone[input] as WireRequest;
    return this.#make(input, this.#ofSequence(input, sequence));
  }

  #ofSequence(input: number, sequence: SequencePart): Buffer {
    const { prepared, encoded } = this.#set;
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
    const framed = this.#wire === "grpc" || this.#wire === "grpc-stream";
    const expected = this.#set.prepared.expectedFor(input);
    return {
      bytes: framed ? frame(bytes) : bytes,
      deadlineMs,
      decoupled,
      items: batchSize,
      check: expected && ((answer) => readable(() => findDifference(expected, this.#read(answer)))),
      ...this.#reading(),
    };
  }

  /** Whole answers of an OpenAI-compatible server. */
  #reading(): Pick<WireRequest, "read"> {
    const { source, batchSize } = this.#spec;
    if (!isPooling(source)) return {};
    return { read: ({ bytes }) => readPoolingAnswer(bytes, source, batchSize) };
  }

  #read({ bytes, jsonBytes }: Answer) {
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
