import type { ClientEndpoint } from "../../servers/index.ts";
import { inferPath, jsonObject, jsonParameters } from "../../wire/exchange/index.ts";
import { type BinaryTensor, type JsonRequest, jsonRequest, jsonText } from "./json-request.ts";
import { pieces, scriptString } from "./quote.ts";
import { isSequence, parameter, type Subject } from "./subject.ts";
import { constants, typescriptStream } from "./typescript-stream.ts";
import { sender, typescriptHeaders } from "./typescript-endpoint.ts";

const LINE = 96;

/** A program for Node 22 and later, Deno, Bun and browsers, without packages; null like {@link curl}. */
export function typescript(subject: Subject): string | null {
  if (subject.decoupled) return typescriptStream(subject);
  const sequence = isSequence(subject);
  const request = jsonRequest(subject);
  return [
    ...constants(subject, inferPath(subject)),
    "",
    ...(request.tensors.length > 0 ? [...binaryBody(request.tensors), ""] : []),
    ...(sequence
      ? sequenceRequest(request)
      : [`const request = ${scriptString(jsonText(request))};`]),
    "",
    ...formatInfer(subject.endpoint, request.tensors.length > 0, request.binaryAnswer, sequence),
    "",
    ...(sequence ? [...formatSequence(subject), ""] : []),
    ...formatMain(
      sequence ? "(_, number) => sequence(number, leaving.signal)" : "() => infer(leaving.signal)",
    ),
    "",
  ].join("\n");
}

/** Parts that differ by request are last in the JSON. */
function sequenceRequest({ members, parameters }: JsonRequest): string[] {
  const { sequence_id: _, sequence_start: _start, sequence_end: _end, ...others } = parameters;
  const open = [
    jsonObject(members).slice(0, -1),
    `,"parameters":${jsonParameters(others).slice(0, -1)}`,
    Object.keys(others).length > 0 ? "," : "",
  ];
  return [
    "const request = (id: number, start: boolean, end: boolean): string =>",
    `  ${scriptString(open.join(""))} +`,
    '  `"sequence_id":${id},"sequence_start":${start},"sequence_end":${end}}}`;',
  ];
}

function binaryBody(tensors: readonly BinaryTensor[]): string[] {
  return [
    "const decode = (base64: string) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));",
    "// Little endian, in the order of the inputs.",
    "const tensors = [",
    ...tensors.flatMap(({ bytes, data }) => {
      if (data === null) return [`  new Uint8Array(${bytes}),`];
      const lines = pieces(Buffer.from(data).toString("base64"), LINE);
      if (lines.length <= 1) return [`  decode("${lines[0] ?? ""}"),`];
      return [
        "  decode(",
        ...lines.map((line, i) => `    "${line}"${i < lines.length - 1 ? " +" : ","}`),
        "  ),",
      ];
    }),
    "];",
  ];
}

function formatInfer(
  endpoint: ClientEndpoint,
  binary: boolean,
  binaryAnswer: boolean,
  sequence: boolean,
): string[] {
  const header = sequence ? "header" : "request";
  const headers = binary
    ? [
        '      "Content-Type": "application/octet-stream",',
        `      "Inference-Header-Content-Length": String(new TextEncoder().encode(${header}).length),`,
      ]
    : ['      "Content-Type": "application/json",'];
  return [
    "// Never retried: a failure goes to the caller, who knows what it means.",
    `async function infer(${sequence ? "header: string, " : ""}leaving: AbortSignal) {`,
    `  const response = await ${sender(endpoint)}(url, {`,
    '    method: "POST",',
    "    headers: {",
    ...headers,
    ...typescriptHeaders(endpoint),
    "    },",
    `    body: ${binary ? `new Blob([${header}, ...tensors])` : header},`,
    "    // Past the deadline, or when the caller leaves, the connection closes and the server stops.",
    "    signal: AbortSignal.any([leaving, AbortSignal.timeout(deadlineMs)]),",
    "  });",
    "  if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);",
    ...(binaryAnswer ? binaryRead() : ["  return (await response.json()).outputs;"]),
    "}",
  ];
}

function binaryRead(): string[] {
  return [
    "  // JSON first, then the tensors of the outputs that say their size, little endian.",
    "  const bytes = new Uint8Array(await response.arrayBuffer());",
    '  let at = Number(response.headers.get("Inference-Header-Content-Length") ?? bytes.length);',
    "  const { outputs } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));",
    "  for (const output of outputs) {",
    "    const size = output.parameters?.binary_data_size;",
    "    if (size !== undefined) output.data = bytes.slice(at, (at += size));",
    "  }",
    "  return outputs;",
  ];
}

function formatSequence(subject: Subject): string[] {
  return [
    "// Requests of a sequence go one after another; sequences with ids of their own run at once.",
    "async function sequence(number: number, leaving: AbortSignal) {",
    "  const steps = 3;",
    "  const answers = [];",
    "  for (let step = 0; step < steps; step++) {",
    `    const header = request(${parameter(subject, "sequence_id")} + number, step === 0, step === steps - 1);`,
    "    answers.push(await infer(header, leaving));",
    "  }",
    "  return answers;",
    "}",
  ];
}

function formatMain(call: string): string[] {
  return [
    "const leaving = new AbortController();",
    "try {",
    "  // Small requests, many at once: making batches is the server's job.",
    `  const answers = await Promise.all(Array.from({ length: parallel }, ${call}));`,
    "  console.dir(answers, { depth: 6 });",
    "} finally {",
    "  // After a failure: cancel requests that have no caller any more.",
    "  leaving.abort();",
    "}",
  ];
}
