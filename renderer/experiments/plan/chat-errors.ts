import {
  audioBytes,
  type ChatSource,
  type Lengths,
  MAX_AUDIO_BYTES,
  mayRecordTurns,
} from "../../../main/contract/index.ts";

type Errors = Generator<[path: string, words: string]>;

/** What doesn't go together in requests of kind `chat`, by the field that would have to change. */
export function* chatErrors(inputs: ChatSource, at: string): Errors {
  const { endpoint, prompts, prefixes, outputs, conversation, streamed } = inputs;
  yield* lengthErrors(prompts.kind === "words" ? prompts.lengths : null, `${at}.prompts.lengths`);
  yield* lengthErrors(outputs, `${at}.outputs`);
  yield* contentErrors(inputs, at);
  if (prefixes && prompts.kind !== "words")
    yield [`${at}.prefixes`, "Prefixes are for generated prompts. Turn them off."];
  if (!conversation) return;
  if (streamed === false)
    yield [`${at}.conversation`, "Conversations need streamed responses. Choose Streamed."];
  if (endpoint === "completions")
    yield [`${at}.conversation`, "Completions take no messages. Choose Chat or Responses."];
  if (prompts.kind === "file" || (prompts.kind === "trace" && !mayRecordTurns(prompts.format)))
    yield [
      `${at}.conversation`,
      "Conversations need generated prompts, or a trace that has conversations or their ids.",
    ];
  if ((conversation.turns === null) !== (prompts.kind === "trace"))
    yield [
      `${at}.conversation`,
      "Turns are drawn of prompts, and recorded in traces. Set it again.",
    ];
}

function* lengthErrors(lengths: Lengths | null, at: string): Errors {
  if (lengths?.kind === "uniform" && lengths.least > lengths.most)
    yield [`${at}.most`, `${lengths.most} is less than the least.`];
}

const NAMES = { images: "images", audio: "audio", tools: "tools" } as const;

function* contentErrors(inputs: ChatSource, at: string): Errors {
  const { endpoint, prompts, audio, tools, conversation } = inputs;
  for (const name of ["images", "audio", "tools"] as const) {
    if (!inputs[name]) continue;
    const path = `${at}.${name}`;
    if (endpoint === "completions")
      yield [path, `Completions take no ${NAMES[name]}. Choose Chat, or turn this off.`];
    if (name !== "tools" && prompts.kind !== "words")
      yield [path, "Only generated prompts can have them. Turn this off."];
  }
  if (tools?.answers && !conversation)
    yield [`${at}.tools`, "Only calls in conversations are answered. Set the tools again."];
  if (tools && !tools.answers && conversation)
    yield [`${at}.tools`, "In conversations calls need results. Set the tools again."];
  yield* lengthErrors(tools?.answers?.lengths ?? null, `${at}.tools.answers.lengths`);
  if (!audio) return;
  if (endpoint === "responses")
    yield [`${at}.audio`, "The Responses API takes no audio. Choose Chat, or turn this off."];
  if (audioBytes(audio) > MAX_AUDIO_BYTES)
    yield [
      `${at}.audio.meanSeconds`,
      "The audio of a request takes more than 32 MiB. Choose shorter or fewer clips.",
    ];
}
