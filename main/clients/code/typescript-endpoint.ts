import type { HeaderFromEnvironment, ClientEndpoint } from "../../servers/index.ts";
import { scriptString } from "./quote.ts";
import { hasFiles, endpointComments } from "./endpoint-comments.ts";

/** Whether a program needs more than fetch, which can't present or trust certificates of one's own. */
const isOwn = ({ tls }: ClientEndpoint) => tls !== null && hasFiles(tls);

/** How a program sends: `fetch`, or a function with the same arguments. */
export const sender = (endpoint: ClientEndpoint) => (isOwn(endpoint) ? "send" : "fetch");

/** At the top. */
export function typescriptImports(endpoint: ClientEndpoint): string[] {
  const comments = endpointComments(endpoint, "//");
  if (!isOwn(endpoint)) return comments;
  return [
    ...comments,
    "// For Node, Deno and Bun: fetch takes no certificates of one's own, node:https does.",
    'import { readFileSync } from "node:fs";',
    'import https from "node:https";',
    'import { Readable } from "node:stream";',
    ...(endpoint.tls?.ca ? ['import { rootCertificates } from "node:tls";'] : []),
    "",
  ];
}

/** Functions that the requests use. */
export function typescriptEndpoint(endpoint: ClientEndpoint): string[] {
  return [
    ...(endpoint.headers.length > 0 ? FROM_ENVIRONMENT : []),
    ...(isOwn(endpoint) ? formatSend(endpoint) : []),
  ];
}

const FROM_ENVIRONMENT = [
  "",
  "function fromEnvironment(variable: string): string {",
  "  const value = process.env[variable];",
  "  if (!value) throw new Error(`Set the environment variable ${variable} first.`);",
  "  return value;",
  "}",
];

function formatSend({ tls }: ClientEndpoint): string[] {
  const { ca, certificate, key, serverName = "" } = tls ?? {};
  const file = (path: string) => `readFileSync(${scriptString(path)}, "utf8")`;
  return [
    "",
    "const agent = new https.Agent({",
    "  keepAlive: true,",
    ...(ca ? [`  ca: [...rootCertificates, ${file(ca.path)}],`] : []),
    ...(certificate ? [`  cert: ${file(certificate.path)},`] : []),
    ...(key ? [`  key: ${file(key.path)},`] : []),
    ...(serverName === "" ? [] : [`  servername: ${scriptString(serverName)},`]),
    "});",
    "",
    "async function send(",
    "  to: string,",
    "  { body, ...options }: { method: string; headers: Record<string, string>; body: string | Blob; signal: AbortSignal },",
    "): Promise<Response> {",
    "  const bytes = Buffer.from(await new Blob([body]).arrayBuffer());",
    "  return await new Promise((resolve, reject) => {",
    "    const request = https.request(to, { ...options, agent }, (answer) => {",
    "      const headers = answer.headers as Record<string, string>;",
    "      const stream = Readable.toWeb(answer) as unknown as ReadableStream<Uint8Array>;",
    "      resolve(new Response(stream, { status: answer.statusCode ?? 500, headers }));",
    "    });",
    '    request.on("error", reject).end(bytes);',
    "  });",
    "}",
  ];
}

/** Members of a headers object, indented by six. */
export function typescriptHeaders({ headers }: ClientEndpoint): string[] {
  return headers.map((header) => `      ${scriptString(header.name)}: ${formatValue(header)},`);
}

function formatValue({ variable, form }: HeaderFromEnvironment): string {
  const value = `fromEnvironment(${scriptString(variable)})`;
  if (form.kind === "plain") return value;
  if (form.kind === "bearer") return `"Bearer " + ${value}`;
  return `"Basic " + Buffer.from(${scriptString(`${form.user}:`)} + ${value}).toString("base64")`;
}
