import { scriptString } from "../../clients/index.ts";
import type { Subject } from "./subject.ts";

/** A program for Node 22 and later, without packages. */
export function typescript(subject: Subject): string {
  const { origin, path, body, headers, endpoint, streamed, deadlineMs } = subject;
  return [
    `const url = ${scriptString(`${origin}${path}`)};`,
    `const deadlineMs = ${deadlineMs};`,
    "const requests = 16;",
    "const parallel = 8;",
    "",
    `const request = ${scriptString(JSON.stringify(body))};`,
    "",
    "// Never retried: a failure goes to the caller, who knows what it means.",
    "async function ask(leaving: AbortSignal): Promise<string> {",
    "  const response = await fetch(url, {",
    '    method: "POST",',
    "    headers: {",
    '      "Content-Type": "application/json",',
    ...headers.map(
      ({ name, variable, prefix }) =>
        `      ${scriptString(name)}: \`${prefix}\${process.env[${scriptString(variable)}]}\`,`,
    ),
    "    },",
    "    body: request,",
    "    // Past the deadline, or when the caller leaves, the connection closes and the server stops.",
    "    signal: AbortSignal.any([leaving, AbortSignal.timeout(deadlineMs)]),",
    "  });",
    "  if (!response.ok || !response.body) {",
    "    throw new Error(`HTTP ${response.status}: ${await response.text()}`);",
    "  }",
    ...(streamed ? streamedRead(endpoint) : wholeRead(endpoint)),
    "}",
    "",
    "const leaving = new AbortController();",
    "const responses: string[] = [];",
    "let next = 0;",
    "async function worker(): Promise<void> {",
    "  while (next < requests) {",
    "    const number = next++;",
    "    responses[number] = await ask(leaving.signal);",
    "  }",
    "}",
    "try {",
    "  // Many small requests at once: making batches is the server's job.",
    "  await Promise.all(Array.from({ length: parallel }, worker));",
    "  console.log(responses);",
    "} finally {",
    "  // After a failure: cancel requests that have no caller any more.",
    "  leaving.abort();",
    "}",
    "",
  ].join("\n");
}

function streamedRead(endpoint: Subject["endpoint"]): string[] {
  return [
    '  let text = "";',
    '  let rest = "";',
    "  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {",
    "    const lines = (rest + piece).split(/\\r?\\n/);",
    '    rest = lines.pop() ?? "";',
    "    for (const line of lines) {",
    '      if (!line.startsWith("data:")) continue;',
    "      const data = line.slice(5).trim();",
    ...(endpoint === "responses" ? READ_EVENT : readChunk(endpoint)),
    "    }",
    "  }",
    '  throw new Error("The stream ended before the response was complete.");',
  ];
}

function readChunk(endpoint: Subject["endpoint"]): string[] {
  const said = endpoint === "chat" ? "delta?.content" : "text";
  return [
    '      if (data === "[DONE]") return text;',
    "      const { choices, error } = JSON.parse(data);",
    "      if (error) throw new Error(error.message ?? String(error));",
    `      text += choices?.[0]?.${said} ?? "";`,
  ];
}

const READ_EVENT = [
  '      if (data === "[DONE]") continue;',
  "      const event = JSON.parse(data);",
  '      if (event.type === "error" || event.type === "response.failed") throw new Error(data);',
  '      if (event.type === "response.output_text.delta") text += event.delta;',
  '      if (["response.completed", "response.incomplete"].includes(event.type)) return text;',
];

function wholeRead(endpoint: Subject["endpoint"]): string[] {
  if (endpoint === "responses") {
    return [
      "  const { output } = await response.json();",
      "  const parts = output.flatMap((item: { content?: { text?: string }[] }) => item.content ?? []);",
      '  return parts.map(({ text }: { text?: string }) => text ?? "").join("");',
    ];
  }
  if (endpoint === "embeddings") return ["  return JSON.stringify((await response.json()).data);"];
  if (endpoint === "rerank") {
    return [
      "  const body = await response.json();",
      "  // SGLang's response is the list itself.",
      "  return JSON.stringify(body.results ?? body);",
    ];
  }
  const said = endpoint === "chat" ? "message.content" : "text";
  return [`  return (await response.json()).choices[0].${said} ?? "";`];
}
