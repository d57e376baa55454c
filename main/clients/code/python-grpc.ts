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

/** A program for tritonclient.grpc.aio: many requests at once, each with a deadline, cancelled when no one waits. */
export function pythonGrpc(subject: Subject): string {
  const { endpoint } = subject;
  return [
    "# pip install 'tritonclient[grpc]' numpy",
    ...endpointComments(endpoint, "#"),
    ...formatImports(subject),
    "",
    "import numpy as np",
    "import tritonclient.grpc.aio as triton",
    "",
    `URL = ${pythonString(endpoint.authority)}`,
    `MODEL = ${pythonString(subject.model)}`,
    `DEADLINE_S = ${seconds(subject.deadlineMs)}`,
    `PARALLEL = 8`,
    ...pythonTls(endpoint, "grpc"),
    ...pythonHeaders(endpoint),
    "",
    "",
    ...pythonInputs(subject),
    "",
    "",
    ...formatCall(subject),
    "",
    "",
    ...formatMain(subject),
    "",
    "",
    "asyncio.run(main())",
    "",
  ].join("\n");
}

function formatImports(subject: Subject): string[] {
  const modules = pythonEndpointImports(subject.endpoint);
  if (needsBase64(subject)) modules.push("base64");
  return [...new Set(["asyncio", ...modules])].sort().map((module) => `import ${module}`);
}

function formatCall(subject: Subject): string[] {
  if (subject.decoupled) return decoupledCall(subject);
  return isSequence(subject) ? sequenceCall(subject) : singleCall(subject);
}

const NO_RETRIES = "    # Never retried: a failure goes to the caller, who knows what it means.";

function singleCall(subject: Subject): string[] {
  return [
    "async def infer(client, _number):",
    NO_RETRIES,
    `    result = await client.infer(${args([["client_timeout", "DEADLINE_S"], ...pythonArguments(subject), ...headersArgument(subject.endpoint)])})`,
    ...indented(pythonPrints(subject, "result"), 4),
  ];
}

function sequenceCall(subject: Subject): string[] {
  const given: [string, string][] = [
    ["client_timeout", "DEADLINE_S"],
    ["sequence_id", "sequence_id"],
    ["sequence_start", "step == 0"],
    ["sequence_end", "step == STEPS - 1"],
    ...pythonArguments(subject),
    ...headersArgument(subject.endpoint),
  ];
  return [
    "STEPS = 3",
    "",
    "",
    "async def infer(client, number):",
    "    # Requests of a sequence go one after another; sequences with ids of their own run at once.",
    `    sequence_id = ${parameter(subject, "sequence_id")} + number`,
    "    for step in range(STEPS):",
    `        result = await client.infer(${args(given)})`,
    ...indented(pythonPrints(subject, "result"), 8),
  ];
}

function decoupledCall(subject: Subject): string[] {
  const sequence = ["sequence_id", "sequence_start", "sequence_end"].flatMap(
    (name): [string, string][] => {
      const value = parameter(subject, name);
      return value === null
        ? []
        : [[name, value === "true" ? "True" : value === "false" ? "False" : value]];
    },
  );
  const members = [...pythonArguments(subject), ...sequence]
    .map(([name, value]) => `, "${name}": ${value}`)
    .join("");
  const headers = headersArgument(subject.endpoint).map(([name, value]) => `, ${name}=${value}`);
  return [
    "async def requests():",
    `    yield {"model_name": MODEL, "inputs": inputs()${members}}`,
    "",
    "",
    "async def infer(client, _number):",
    "    # Any number of responses comes to one request. Never retried.",
    `    stream = client.stream_infer(requests(), stream_timeout=DEADLINE_S${headers.join("")})`,
    "    try:",
    "        async for result, error in stream:",
    "            if error:",
    "                raise error",
    ...indented(pythonPrints(subject, "result"), 12),
    "    finally:",
    "        # Leaving early stops the server's work.",
    "        stream.cancel()",
  ];
}

const formatMain = ({ endpoint }: Subject) => [
  "async def main():",
  `    async with triton.InferenceServerClient(${["URL", ...tlsArguments(endpoint, "grpc")].join(", ")}) as client:`,
  "        # Small requests, many at once: making batches is the server's job.",
  "        tasks = [asyncio.create_task(infer(client, number)) for number in range(PARALLEL)]",
  "        try:",
  "            await asyncio.gather(*tasks)",
  "        finally:",
  "            # After a failure or Ctrl-C: cancel requests that have no caller any more, on the server too.",
  "            for task in tasks:",
  "                task.cancel()",
  "            await asyncio.gather(*tasks, return_exceptions=True)",
];

function args(given: readonly [string, string][]): string {
  return ["MODEL", "inputs()", ...given.map(([name, value]) => `${name}=${value}`)].join(", ");
}
