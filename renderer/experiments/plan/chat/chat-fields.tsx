import {
  type ChatSource,
  type ConversationPlan,
  hasTiming,
  type Load,
  mayLackAnswerLengths,
  type RequestTrace,
} from "../../../../main/contract/index.ts";
import { NumberField, OptionalNumberField } from "../number-field.tsx";
import type { TrafficPart } from "../part.ts";
import { PathField } from "../path-field.tsx";
import { usePlan } from "../plan-context.ts";
import { Choice } from "./choice.tsx";
import { ContentFields } from "./content-fields.tsx";
import { ConversationFields } from "./conversation-fields.tsx";
import { LengthsField } from "./lengths-field.tsx";
import { PrefixFields } from "./prefix-fields.tsx";
import { FIRST_ANSWERS } from "./tool-fields.tsx";
import { FIRST_TRACE, TraceFields } from "./trace-fields.tsx";

interface ChatFieldsProps extends TrafficPart {
  readonly inputs: ChatSource;
}

const ALONE = { prefixes: null, conversation: null } as const;

/** Replaces a trace's instants. */
const CLIENTS: Load = { kind: "concurrency", levels: [1, 4, 16], thinkMs: 0 };

const WORDS = {
  kind: "words",
  lengths: { kind: "lognormal", median: 256, sigma: 0.5 },
} as const;

const PATHS: Record<ChatSource["endpoint"], string> = {
  chat: "…/chat/completions",
  completions: "…/completions",
  responses: "…/responses, which vLLM, SGLang, Ollama and llama.cpp have.",
};

const promptsAbout: Record<ChatSource["prompts"]["kind"], string> = {
  words: "Common words, chosen by the seed.",
  file: "JSON Lines: prompt or messages, OpenAI’s Batch API, or AIPerf’s single turns. Or a folder: AIPerf’s random_pool.",
  trace: "Recorded requests with their lengths and instants.",
};

/** Left out where responses are streamed. */
function withStreaming(inputs: ChatSource, streamed: boolean): ChatSource {
  const { streamed: _former, ...others } = inputs;
  return streamed ? others : { ...others, streamed };
}

/** It has texts of conversations, or ids that assign requests to them. */
const recordsTurns = ({ format, read }: RequestTrace) =>
  format === "sharegpt" || read?.sessions !== undefined;

/** Requests to a chat server: prompts, answers, and shared prefixes. */
export function ChatFields({ traffic, inputs, at, set }: ChatFieldsProps) {
  const { endpoint, prompts, prefixes, outputs, ignoreEos, temperature, conversation } = inputs;
  const change = (part: Partial<ChatSource>) => set({ inputs: { ...inputs, ...part } });
  const streamed = inputs.streamed !== false;
  const under = `${at}.inputs`;
  const { plan, change: changePlan } = usePlan();
  // Whether a trace records conversations is known once it is read.
  const mayConverse =
    endpoint !== "completions" &&
    (prompts.kind === "words" || (prompts.kind === "trace" && recordsTurns(prompts)));
  const converse = (next: ConversationPlan | null) => {
    const { tools } = inputs;
    const answers = next ? (tools?.answers ?? FIRST_ANSWERS) : null;
    change({ conversation: next, ...(tools && { tools: { ...tools, answers } }) });
    const hasInstants = prompts.kind === "trace" && hasTiming(prompts.format);
    if (next && plan.load.kind === "trace" && !hasInstants) changePlan({ load: CLIENTS });
  };
  const pickPrompts = (kind: ChatSource["prompts"]["kind"]) => {
    if (kind === prompts.kind) return;
    if (kind === "words") change({ prompts: WORDS, conversation: null });
    else if (kind === "file") change({ prompts: { kind, path: "" }, ...ALONE });
    else change({ prompts: FIRST_TRACE, ...ALONE });
    if (kind === "trace") changePlan({ load: { kind: "trace", speeds: [1] } });
    else if (plan.load.kind === "trace") changePlan({ load: CLIENTS });
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start gap-6">
        <Choice
          label="Endpoint"
          about={PATHS[endpoint]}
          options={[
            { value: "chat", label: "Chat" },
            { value: "completions", label: "Completions" },
            { value: "responses", label: "Responses" },
          ]}
          value={endpoint}
          onPick={(next) => change({ endpoint: next })}
        />
        <Choice
          label="Prompts"
          about={promptsAbout[prompts.kind]}
          options={[
            { value: "words", label: "Generated" },
            { value: "file", label: "From a file" },
            { value: "trace", label: "Trace" },
          ]}
          value={prompts.kind}
          onPick={pickPrompts}
        />
        <Choice
          label="Responses"
          about={
            streamed
              ? "Tokens arrive one by one."
              : "Times to the first token and per token can’t be measured."
          }
          options={[
            { value: "streamed", label: "Streamed" },
            { value: "whole", label: "Whole" },
          ]}
          value={streamed ? "streamed" : "whole"}
          onPick={(next) => set({ inputs: withStreaming(inputs, next === "streamed") })}
        />
        {prompts.kind !== "trace" && (
          <NumberField
            label={conversation ? "Different conversations" : "Different prompts"}
            path={`${at}.distinctInputs`}
            help="Each is new to the prefix cache until all have been sent."
            value={traffic.distinctInputs}
            onChange={(distinctInputs) => set({ distinctInputs })}
          />
        )}
      </div>
      {prompts.kind === "trace" && (
        <TraceFields
          trace={prompts}
          at={`${under}.prompts`}
          onChange={(trace) =>
            change({
              prompts: trace,
              ...(trace.read !== null && !recordsTurns(trace) && { conversation: null }),
            })
          }
        />
      )}
      {prompts.kind === "file" && (
        <PathField
          label="File of prompts"
          path={`${under}.prompts.path`}
          placeholder="/absolute/path/prompts.jsonl"
          value={prompts.path}
          onChange={(path) => change({ prompts: { kind: "file", path } })}
        />
      )}
      {prompts.kind === "words" && (
        <>
          <LengthsField
            label="Prompt length"
            help="Including the prefix, as the server counts tokens. Two short requests measure that first."
            path={`${under}.prompts.lengths`}
            value={prompts.lengths}
            onChange={(lengths) => change({ prompts: { kind: "words", lengths } })}
          />
          <PrefixFields
            prefixes={prefixes}
            at={`${under}.prefixes`}
            onChange={(next) => change({ prefixes: next })}
          />
        </>
      )}
      {(prompts.kind !== "trace" || mayLackAnswerLengths(prompts.format)) && (
        <LengthsField
          label="Response length"
          help={
            prompts.kind === "trace"
              ? "max_tokens of requests for which the trace has none."
              : "max_tokens of each request."
          }
          path={`${under}.outputs`}
          value={outputs}
          onChange={(next) => change({ outputs: next })}
        />
      )}
      {(mayConverse || conversation) && (
        <ConversationFields
          conversation={conversation ?? null}
          recorded={prompts.kind === "trace" ? prompts.format : null}
          at={`${under}.conversation`}
          onChange={converse}
        />
      )}
      <ContentFields inputs={inputs} at={under} onChange={change} />
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={ignoreEos}
          onChange={(event) => change({ ignoreEos: event.target.checked })}
        />
        <span>
          <span className="font-medium">Every response as long as planned</span>
          <span className="block max-w-prose text-muted text-xs">
            ignore_eos, which vLLM has: the model goes on past the end of its text. Servers that do
            not know it may refuse it.
          </span>
        </span>
      </label>
      <div className="flex flex-wrap gap-6">
        <NumberField
          label="Temperature"
          path={`${under}.temperature`}
          help="0 always picks the most likely token."
          value={temperature}
          onChange={(next) => change({ temperature: next })}
        />
        <OptionalNumberField
          label="Deadline"
          path={`${at}.deadlineMs`}
          unit="ms"
          none="never"
          help="The client cancels a request after this time."
          value={traffic.deadlineMs}
          onChange={(deadlineMs) => set({ deadlineMs })}
        />
      </div>
    </div>
  );
}
