import { pythonString } from "../../clients/index.ts";
import { pythonLiteral } from "./python-literal.ts";
import { KEY_VARIABLE, type Subject } from "./subject.ts";

/**
 * Arguments of `create` in openai/openai-python, src/openai/resources/{chat/completions/completions,completions}.py, that
 * both have; all others go by `extra_body`.
 */
const OF_COMPLETIONS = new Set([
  "model",
  "messages",
  "prompt",
  "max_tokens",
  "temperature",
  "top_p",
  "seed",
  "stop",
  "n",
  "stream",
  "stream_options",
  "frequency_penalty",
  "presence_penalty",
  "logit_bias",
  "user",
]);

/** The same of src/openai/resources/responses/responses.py. */
const OF_RESPONSES = new Set([
  "model",
  "input",
  "instructions",
  "max_output_tokens",
  "temperature",
  "top_p",
  "stream",
  "store",
  "tools",
  "tool_choice",
  "reasoning",
  "text",
  "user",
]);

/** The same of src/openai/resources/embeddings.py. */
const OF_EMBEDDINGS = new Set(["model", "input", "dimensions", "encoding_format", "user"]);

const KNOWN = {
  chat: OF_COMPLETIONS,
  completions: OF_COMPLETIONS,
  responses: OF_RESPONSES,
  embeddings: OF_EMBEDDINGS,
} as const;

/** A program for openai's client: a task for each request, as many at once as a semaphore lets through. */
export function python(subject: Subject): string {
  const { origin, path, endpoint, deadlineMs } = subject;
  const base = path.replace(/\/((chat\/)?completions|responses|embeddings|rerank)$/, "");
  return [
    "# Python 3.11 or later; pip install openai",
    "import asyncio",
    ...(subject.headers.length > 0 ? ["import os"] : []),
    "",
    "from openai import AsyncOpenAI",
    "",
    `BASE_URL = ${pythonString(`${origin}${base}`)}`,
    `DEADLINE_S = ${deadlineMs / 1000}`,
    "REQUESTS = 16",
    "PARALLEL = 8",
    "",
    `REQUEST = ${formatRequest(subject)}`,
    "",
    "client = AsyncOpenAI(",
    "    base_url=BASE_URL,",
    ...formatKey(subject),
    "    # By default the client sends a request up to three times, unseen: work that a busy server has",
    "    # begun is done again. A failure goes to the caller, who knows what it means.",
    "    max_retries=0,",
    ")",
    "",
    "",
    "async def ask(gate):",
    "    # The deadline covers the whole response; when it passes, or the task is cancelled, the connection",
    "    # closes and the server stops.",
    "    async with gate, asyncio.timeout(DEADLINE_S):",
    ...(subject.streamed ? streamedCall(endpoint) : wholeCall(endpoint)),
    "",
    "",
    "async def main():",
    "    gate = asyncio.Semaphore(PARALLEL)",
    "    # Many small requests at once: making batches is the server's job. After a failure the others are cancelled.",
    "    async with client, asyncio.TaskGroup() as group:",
    "        tasks = [group.create_task(ask(gate)) for _ in range(REQUESTS)]",
    "    for task in tasks:",
    "        print(task.result())",
    "",
    "",
    "asyncio.run(main())",
    "",
  ].join("\n");
}

function formatRequest({ body, endpoint }: Subject): string {
  // The client has no method for a rerank, so that its body is sent as it is.
  if (endpoint === "rerank") return pythonLiteral(body);
  const known = KNOWN[endpoint];
  const of = (isKnown: boolean) =>
    Object.entries(body).filter(([name]) => known.has(name) === isKnown);
  const others = of(false);
  return pythonLiteral({
    ...Object.fromEntries(of(true)),
    ...(others.length > 0 && { extra_body: Object.fromEntries(others) }),
  });
}

function formatKey({ headers }: Subject): string[] {
  const key = headers.some(({ variable }) => variable === KEY_VARIABLE);
  const others = headers.filter(({ variable }) => variable !== KEY_VARIABLE);
  return [
    key
      ? `    api_key=os.environ[${pythonString(KEY_VARIABLE)}],`
      : '    api_key="none",  # The client wants one; the server does not.',
    ...(others.length > 0
      ? [
          "    default_headers={",
          ...others.map(
            ({ name, variable }) =>
              `        ${pythonString(name)}: os.environ[${pythonString(variable)}],`,
          ),
          "    },",
        ]
      : []),
  ];
}

const RESOURCES = {
  chat: "chat.completions",
  completions: "completions",
  responses: "responses",
  embeddings: "embeddings",
} as const;

const create = (endpoint: keyof typeof RESOURCES) =>
  `client.${RESOURCES[endpoint]}.create(**REQUEST)`;

function streamedCall(endpoint: Subject["endpoint"]): string[] {
  if (endpoint === "responses") return STREAMED_RESPONSE;
  if (endpoint === "embeddings" || endpoint === "rerank") return wholeCall(endpoint);
  const said = endpoint === "chat" ? "choice.delta.content" : "choice.text";
  return [
    '        text = ""',
    `        async with await ${create(endpoint)} as stream:`,
    "            async for chunk in stream:",
    "                for choice in chunk.choices:",
    `                    text += ${said} or ""`,
    "        return text",
  ];
}

const STREAMED_RESPONSE = [
  '        text = ""',
  `        async with await ${create("responses")} as stream:`,
  "            async for event in stream:",
  '                if event.type == "response.output_text.delta":',
  "                    text += event.delta",
  '                elif event.type == "response.failed":',
  "                    raise RuntimeError(event.response.error)",
  '                elif event.type == "error":',
  "                    raise RuntimeError(event.message)",
  "        return text",
];

function wholeCall(endpoint: Subject["endpoint"]): string[] {
  if (endpoint === "responses")
    return [`        response = await ${create(endpoint)}`, "        return response.output_text"];
  if (endpoint === "embeddings")
    return [
      `        response = await ${create(endpoint)}`,
      "        return [each.embedding for each in response.data]",
    ];
  if (endpoint === "rerank")
    return [
      '        response = await client.post("/rerank", cast_to=object, body=REQUEST)',
      "        # SGLang's response is the list itself.",
      '        return response if isinstance(response, list) else response["results"]',
    ];
  const said = endpoint === "chat" ? "message.content" : "text";
  return [
    `        response = await ${create(endpoint)}`,
    `        return response.choices[0].${said}`,
  ];
}
