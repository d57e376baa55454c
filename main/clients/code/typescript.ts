import { inferPath, jsonParameters } from "../http-request.ts";
import { streamPath } from "./curl.ts";
import { type BinaryTensor, generateBody, jsonRequest } from "./json-request.ts";
import { pieces, scriptString } from "./quote.ts";
import { isSequence, parameter, type Subject } from "./subject.ts";

const LINE = 96;

/** A program for Node 22 and later, Deno, Bun and browsers, without packages; null as {@link curl}. */
export function typescript(subject: Subject): string | null {
  if (subject.decoupled) return streamed(subject);
  const sequence = isSequence(subject);
  const request = jsonRequest(subject, sequence ? {} : subject.parameters);
  // What differs by request stands last in the text.
  const open = sequence ? commonParameters(subject, request.binaryAnswer) : null;
  return [
    ...constants(subject, inferPath(subject)),
    "",
    ...(request.tensors.length > 0 ? [...binaryBody(request.tensors), ""] : []),
    ...headerOf(sequence ? withoutParameters(request.text) : request.text, open),
    "",
    ...inferOf(request.tensors.length > 0, request.binaryAnswer, sequence),
    "",
    ...(sequence ? [...sequenceOf(subject), ""] : []),
    ...mainOf(
      sequence ? "(_, number) => sequence(number, leaving.signal)" : "() => infer(leaving.signal)",
    ),
    "",
  ].join("\n");
}

function constants(subject: Subject, path: string): string[] {
  return [
    `const url = ${scriptString(`http://${subject.http}${path}`)};`,
    `const deadlineMs = ${subject.deadlineMs};`,
    "const parallel = 8;",
  ];
}

function commonParameters({ parameters }: Subject, binaryAnswer: boolean): Subject["parameters"] {
  const { sequence_id: _, sequence_start: _start, sequence_end: _end, ...rest } = parameters;
  return binaryAnswer ? { ...rest, binary_data_output: true } : rest;
}

const withoutParameters = (text: string) =>
  text.replace(/,"parameters":\{"binary_data_output":true\}\}$/, "}");

/** The JSON as a text, so that 64-bit integers keep every digit; of a sequence, with a place for each request's own part. */
function headerOf(text: string, parameters: Subject["parameters"] | null): string[] {
  if (parameters === null) return [`const request = ${scriptString(text)};`];
  const others = jsonParameters(parameters).slice(1, -1);
  return [
    "const request = (id: number, start: boolean, end: boolean): string =>",
    `  ${scriptString(`${text.slice(0, -1)},"parameters":{${others}${others && ","}`)} +`,
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

function inferOf(binary: boolean, binaryAnswer: boolean, sequence: boolean): string[] {
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
    "  const response = await fetch(url, {",
    '    method: "POST",',
    "    headers: {",
    ...headers,
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

function sequenceOf(subject: Subject): string[] {
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

function mainOf(call: string): string[] {
  return [
    "const leaving = new AbortController();",
    "try {",
    "  // Small requests, many at once: making batches is the server's job.",
    `  const answers = await Promise.all(Array.from({ length: parallel }, ${call}));`,
    "  console.dir(answers, { depth: 6 });",
    "} finally {",
    "  // After a failure: what nobody waits for is cancelled.",
    "  leaving.abort();",
    "}",
  ];
}

/** Triton's generate_stream: an event for each response. */
function streamed(subject: Subject): string | null {
  const body = generateBody(subject);
  if (body === null) return null;
  return [
    ...constants(subject, streamPath(subject)),
    "",
    `const request = ${scriptString(body)};`,
    "",
    "// Never retried. Leaving early closes the connection, and the server stops.",
    "async function infer(leaving: AbortSignal) {",
    "  const response = await fetch(url, {",
    '    method: "POST",',
    '    headers: { "Content-Type": "application/json" },',
    "    body: request,",
    "    signal: AbortSignal.any([leaving, AbortSignal.timeout(deadlineMs)]),",
    "  });",
    "  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}: ${await response.text()}`);",
    '  let text = "";',
    "  const decoder = new TextDecoder();",
    "  for await (const piece of response.body) {",
    "    text += decoder.decode(piece, { stream: true });",
    '    const events = text.split("\\n\\n");',
    '    text = events.pop() ?? "";',
    "    // Each response as it comes.",
    '    for (const event of events) console.log(JSON.parse(event.replace(/^data:/, "")));',
    "  }",
    "}",
    "",
    "const leaving = new AbortController();",
    "try {",
    "  await Promise.all(Array.from({ length: parallel }, () => infer(leaving.signal)));",
    "} finally {",
    "  leaving.abort();",
    "}",
    "",
  ].join("\n");
}
