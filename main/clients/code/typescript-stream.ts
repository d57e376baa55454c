import { streamPath } from "./curl.ts";
import { generateBody } from "./json-request.ts";
import { scriptString } from "./quote.ts";
import type { Subject } from "./subject.ts";
import {
  sender,
  typescriptHeaders,
  typescriptImports,
  typescriptEndpoint,
} from "./typescript-endpoint.ts";

export function constants({ endpoint, deadlineMs }: Subject, path: string): string[] {
  const origin = `${endpoint.tls ? "https" : "http"}://${endpoint.authority}${endpoint.path}`;
  return [
    ...typescriptImports(endpoint),
    `const url = ${scriptString(`${origin}${path}`)};`,
    `const deadlineMs = ${deadlineMs};`,
    "const parallel = 8;",
    ...typescriptEndpoint(endpoint),
  ];
}

/** A program that reads a decoupled model's responses with Triton's generate_stream: one event each. */
export function typescriptStream(subject: Subject): string | null {
  const body = generateBody(subject);
  if (body === null) return null;
  return [
    ...constants(subject, streamPath(subject)),
    "",
    `const request = ${scriptString(body)};`,
    "",
    "// Never retried. Leaving early closes the connection, and the server stops.",
    "async function infer(leaving: AbortSignal) {",
    `  const response = await ${sender(subject.endpoint)}(url, {`,
    '    method: "POST",',
    "    headers: {",
    '      "Content-Type": "application/json",',
    ...typescriptHeaders(subject.endpoint),
    "    },",
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
