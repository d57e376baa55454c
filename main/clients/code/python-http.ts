import { pythonString } from "./quote.ts";
import {
  indented,
  needsBase64,
  pythonArguments,
  pythonInputs,
  pythonPrints,
  seconds,
} from "./python-inputs.ts";
import {
  headersArgument,
  pythonHeaders,
  pythonTls,
  pythonEndpointImports,
  tlsArguments,
} from "./python-endpoint.ts";
import { isSequence, parameter, type Subject } from "./subject.ts";
import { endpointComments } from "./endpoint-comments.ts";

/**
 * A program for tritonclient.http: a thread pool, each thread with its own client; the deadline is that of its socket.
 */
export function pythonHttp(subject: Subject): string {
  const { endpoint } = subject;
  return [
    "# pip install 'tritonclient[http]' numpy",
    ...endpointComments(endpoint, "#"),
    ...formatImports(subject),
    "from concurrent.futures import ThreadPoolExecutor",
    "",
    "import numpy as np",
    "import tritonclient.http as triton",
    "",
    `URL = ${pythonString(`${endpoint.authority}${endpoint.path}`)}`,
    `MODEL = ${pythonString(subject.model)}`,
    `DEADLINE_S = ${seconds(subject.deadlineMs)}`,
    "PARALLEL = 8",
    ...pythonTls(endpoint, "http"),
    ...pythonHeaders(endpoint),
    "",
    "own = threading.local()",
    "",
    "",
    "def client():",
    "    # The client is not thread-safe: each thread has its own, and keeps its connection.",
    '    if not hasattr(own, "client"):',
    "        own.client = triton.InferenceServerClient(",
    `            ${["URL", "connection_timeout=DEADLINE_S", "network_timeout=DEADLINE_S", ...tlsArguments(endpoint, "http")].join(", ")}`,
    "        )",
    "    return own.client",
    "",
    "",
    ...pythonInputs(subject, subject.asJson ? ", binary_data=False" : ""),
    "",
    "",
    ...(isSequence(subject) ? sequenceCall(subject) : singleCall(subject)),
    "",
    "",
    "# Small requests, many at once: making batches is the server's job.",
    "pool = ThreadPoolExecutor(max_workers=PARALLEL)",
    "try:",
    "    for _ in pool.map(infer, range(PARALLEL), timeout=DEADLINE_S):",
    "        pass",
    "finally:",
    "    # After a failure: what has not been sent is not sent. What was, ends with its deadline.",
    "    pool.shutdown(wait=False, cancel_futures=True)",
    "",
  ].join("\n");
}

function formatImports(subject: Subject): string[] {
  const modules = pythonEndpointImports(subject.endpoint);
  if (needsBase64(subject)) modules.push("base64");
  return [...new Set([...modules, "threading"])].sort().map((module) => `import ${module}`);
}

function formatArguments(subject: Subject): string[] {
  const given = [...pythonArguments(subject, subject.asJson), ...headersArgument(subject.endpoint)];
  return given.map(([name, value]) => `, ${name}=${value}`);
}

function singleCall(subject: Subject): string[] {
  const given = formatArguments(subject);
  return [
    "def infer(_number):",
    "    # Never retried: a failure goes to the caller, who knows what it means.",
    `    result = client().infer(MODEL, inputs()${given.join("")})`,
    ...indented(pythonPrints(subject, "result"), 4),
  ];
}

function sequenceCall(subject: Subject): string[] {
  const given = formatArguments(subject);
  return [
    "STEPS = 3",
    "",
    "",
    "def infer(number):",
    "    # Requests of a sequence go one after another; sequences with ids of their own run at once.",
    `    sequence_id = ${parameter(subject, "sequence_id")} + number`,
    "    for step in range(STEPS):",
    "        result = client().infer(",
    "            MODEL, inputs(), sequence_id=sequence_id,",
    `            sequence_start=step == 0, sequence_end=step == STEPS - 1${given.join("")},`,
    "        )",
    ...indented(pythonPrints(subject, "result"), 8),
  ];
}
