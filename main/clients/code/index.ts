import type { ClientProgram, ModelDetail } from "../../contract/index.ts";
import type { ClientEndpoints } from "../../servers/index.ts";
import type { PreparedRequest } from "../../wire/exchange/index.ts";
import { curl } from "./curl.ts";
import { grpcurl } from "./grpcurl.ts";
import { isBeyondJson } from "./json-request.ts";
import { pythonGrpc } from "./python-grpc.ts";
import { pythonHttp } from "./python-http.ts";
import {
  answersBinary,
  askedOutputs,
  type Question,
  toQuestion,
  sizeNotes,
  type Subject,
} from "./subject.ts";
import { typescript } from "./typescript.ts";
import { endpointNotes } from "./endpoint-comments.ts";

const NO_DECOUPLED =
  "The model is decoupled, and this client takes one response to a request. Use a gRPC stream.";
const NO_GENERATE =
  "The model is decoupled, and generate_stream, its way over HTTP, takes flat lists in JSON: these inputs do not fit it. Use a gRPC stream.";
const BEYOND_JSON =
  "The server takes no binary tensors over HTTP, and JSON cannot carry an input of this request. Use gRPC.";
const TOO_LARGE = "An input is too large to be written into a command. Use another language.";

/** Programs that send this very request, small, without retries. */
export function clientPrograms(
  prepared: PreparedRequest,
  detail: ModelDetail,
  endpoints: ClientEndpoints,
): ClientProgram[] {
  const question = toQuestion(prepared, detail);
  const { decoupled } = question;
  const cannot = question.asJson === true && isBeyondJson(question);
  const http = (make: (subject: Subject) => string | null, why: string) => {
    if (!endpoints.http) return noAddress("HTTP");
    const subject = { ...question, endpoint: endpoints.http };
    return cannot ? made(subject, null, BEYOND_JSON) : made(subject, make(subject), why);
  };
  const grpc = (make: (subject: Subject) => string | null, why: string) => {
    if (!endpoints.grpc) return noAddress("gRPC");
    const subject = { ...question, endpoint: endpoints.grpc };
    return made(subject, make(subject), why);
  };
  return [
    { language: "python-grpc", title: "Python, gRPC", ...grpc(pythonGrpc, "") },
    {
      language: "python-http",
      title: "Python, HTTP",
      ...http((each) => (decoupled ? null : pythonHttp(each)), NO_DECOUPLED),
    },
    {
      language: "typescript",
      title: "TypeScript",
      ...withNotes(http(typescript, NO_GENERATE), jsonNotes(question)),
    },
    {
      language: "curl",
      title: "curl",
      ...withNotes(http(curl, NO_GENERATE), curlNotes(question)),
    },
    { language: "grpcurl", title: "grpcurl", ...grpc(grpcurl, TOO_LARGE) },
  ];
}

type Made = Pick<ClientProgram, "text" | "notes">;

function made(subject: Subject, text: string | null, why: string): Made {
  if (text === null) return { text, notes: [why] };
  return { text, notes: [...sizeNotes(subject), ...endpointNotes(subject.endpoint)] };
}

function noAddress(wire: string): Made {
  return { text: null, notes: [`The server's ${wire} address is not known.`] };
}

function withNotes({ text, notes }: Made, more: readonly string[]): Made {
  return { text, notes: text === null ? notes : [...notes, ...more] };
}

function jsonNotes(question: Question): string[] {
  const wide = askedOutputs(question).filter(
    ({ datatype, classification }) => classification === 0 && /^U?INT64$/.test(datatype),
  );
  return wide.map(
    ({ name, datatype }) =>
      `Output '${name}' is ${datatype}: JSON.parse rounds values beyond 2^53.`,
  );
}

function curlNotes(question: Question): string[] {
  if (question.decoupled || question.asJson || !answersBinary(question)) return [];
  return [
    "An output of half precision comes in binary: answer.bin holds JSON, then the tensors, little endian.",
  ];
}
