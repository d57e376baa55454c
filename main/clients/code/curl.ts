import { inferPath } from "../../wire/exchange/index.ts";
import { generateBody, jsonRequest, jsonText } from "./json-request.ts";
import { shellWord } from "../../../base/shell-word.ts";
import { oneLine, pieces } from "./quote.ts";
import { curlEndpoint } from "./shell-endpoint.ts";
import type { Subject } from "./subject.ts";
import { endpointComments } from "./endpoint-comments.ts";

const LINE = 100;

/** A command for a POSIX shell; null if a decoupled model's inputs don't fit generate_stream. */
export function curl(subject: Subject): string | null {
  if (subject.decoupled) return generateStream(subject);
  const request = jsonRequest(subject);
  const { tensors, binaryAnswer } = request;
  const text = jsonText(request);
  const options = [
    ...common(subject),
    ...(binaryAnswer ? ["--output answer.bin"] : []),
    ...(tensors.length > 0
      ? [
          "-H 'Content-Type: application/octet-stream'",
          `-H 'Inference-Header-Content-Length: ${Buffer.byteLength(text)}'`,
        ]
      : ["-H 'Content-Type: application/json'"]),
    "--data-binary @-",
    shellWord(`${curlEndpoint(subject.endpoint).origin}${inferPath(subject)}`),
  ];
  const command = options.join(" \\\n  ");
  if (tensors.length === 0)
    return [...teaching(subject), `${command} <<'JSON'`, text, "JSON", ""].join("\n");
  return [
    ...teaching(subject),
    "{",
    `  printf '%s' ${shellWord(text)}`,
    ...tensors.flatMap(({ name, bytes, data }) =>
      data === null
        ? [`  head -c ${bytes} /dev/zero # ${oneLine(name)}`]
        : [
            `  base64 --decode <<'TENSOR' # ${oneLine(name)}`,
            ...pieces(Buffer.from(data).toString("base64"), LINE),
            "TENSOR",
          ],
    ),
    `} | ${command}`,
    "",
  ].join("\n");
}

const common = ({ deadlineMs, endpoint }: Subject) => [
  "curl --fail-with-body -sS",
  `--max-time ${deadlineMs / 1000}`,
  ...curlEndpoint(endpoint).options,
];

function teaching({ endpoint }: Subject): string[] {
  return [
    "# --max-time is the deadline; when it passes, and on Ctrl-C, the connection closes and the server stops. No --retry.",
    "# Many at once, for the server to batch:  seq 32 | xargs -P 8 -I{} sh this-file.sh",
    ...endpointComments(endpoint, "#"),
  ];
}

function generateStream(subject: Subject): string | null {
  const body = generateBody(subject);
  if (body === null) return null;
  return [
    "# Each response is an event, shown as it comes. Ctrl-C closes the connection, and the server stops.",
    ...endpointComments(subject.endpoint, "#"),
    [
      ...common(subject),
      "--no-buffer",
      "-H 'Content-Type: application/json'",
      "--data-binary @-",
      `${shellWord(`${curlEndpoint(subject.endpoint).origin}${streamPath(subject)}`)} <<'JSON'`,
    ].join(" \\\n  "),
    body,
    "JSON",
    "",
  ].join("\n");
}

export function streamPath(subject: Pick<Subject, "model" | "modelVersion">): string {
  return inferPath(subject).replace(/\/infer$/, "/generate_stream");
}
