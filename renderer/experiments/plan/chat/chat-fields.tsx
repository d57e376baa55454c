import type { ChatSource } from "../../../../main/contract/index.ts";
import { NumberField, OptionalNumberField } from "../number-field.tsx";
import type { TrafficPart } from "../part.ts";
import { PathField } from "../path-field.tsx";
import { Choice } from "./choice.tsx";
import { LengthsField } from "./lengths-field.tsx";

interface ChatFieldsProps extends TrafficPart {
  readonly inputs: ChatSource;
}

const WORDS = {
  kind: "words",
  lengths: { kind: "lognormal", median: 256, sigma: 0.5 },
} as const;

/** What a chat server is asked: prompts, answers, and the prefixes that prompts share. */
export function ChatFields({ traffic, inputs, at, set }: ChatFieldsProps) {
  const { endpoint, prompts, prefixes, outputs, ignoreEos, temperature } = inputs;
  const change = (part: Partial<ChatSource>) => set({ inputs: { ...inputs, ...part } });
  const under = `${at}.inputs`;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start gap-6">
        <Choice
          label="Endpoint"
          about={endpoint === "chat" ? "…/chat/completions" : "…/completions"}
          options={[
            { value: "chat", label: "Chat" },
            { value: "completions", label: "Completions" },
          ]}
          value={endpoint}
          onPick={(next) => change({ endpoint: next })}
        />
        <Choice
          label="Prompts"
          about={
            prompts.kind === "words"
              ? "Common words, chosen by the seed."
              : "JSON Lines with prompt or messages."
          }
          options={[
            { value: "words", label: "Generated" },
            { value: "file", label: "From a file" },
          ]}
          value={prompts.kind}
          onPick={(kind) =>
            change(
              kind === "words"
                ? { prompts: WORDS }
                : { prompts: { kind: "file", path: "" }, prefixes: null },
            )
          }
        />
        <NumberField
          label="Different prompts"
          path={`${at}.distinctInputs`}
          help="Each is new to the prefix cache until all have been sent."
          value={traffic.distinctInputs}
          onChange={(distinctInputs) => set({ distinctInputs })}
        />
      </div>
      {prompts.kind === "file" ? (
        <PathField
          label="File of prompts"
          path={`${under}.prompts.path`}
          placeholder="/absolute/path/prompts.jsonl"
          value={prompts.path}
          onChange={(path) => change({ prompts: { kind: "file", path } })}
        />
      ) : (
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
      <LengthsField
        label="Answer length"
        help="max_tokens of each request."
        path={`${under}.outputs`}
        value={outputs}
        onChange={(next) => change({ outputs: next })}
      />
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={ignoreEos}
          onChange={(event) => change({ ignoreEos: event.target.checked })}
        />
        <span>
          <span className="font-medium">Every answer as long as planned</span>
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

interface PrefixFieldsProps {
  readonly prefixes: ChatSource["prefixes"];
  readonly at: string;
  readonly onChange: (prefixes: ChatSource["prefixes"]) => void;
}

const FIRST = { share: 0.8, count: 4, tokens: 128 };

/** What prompts have in common, which a prefix cache need not work on again. */
function PrefixFields({ prefixes, at, onChange }: PrefixFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={prefixes !== null}
          onChange={(event) => onChange(event.target.checked ? FIRST : null)}
        />
        <span>
          <span className="font-medium">Prompts share prefixes</span>
          <span className="block max-w-prose text-muted text-xs">
            As with system prompts and documents. A prefix cache stores them.
          </span>
        </span>
      </label>
      {prefixes && (
        <div className="flex flex-wrap gap-6">
          <NumberField
            label="Share of requests"
            path={`${at}.share`}
            help="From 0 to 1."
            value={prefixes.share}
            onChange={(share) => onChange({ ...prefixes, share })}
          />
          <NumberField
            label="Different prefixes"
            path={`${at}.count`}
            value={prefixes.count}
            onChange={(count) => onChange({ ...prefixes, count })}
          />
          <NumberField
            label="Prefix length"
            path={`${at}.tokens`}
            unit="tokens"
            value={prefixes.tokens}
            onChange={(tokens) => onChange({ ...prefixes, tokens })}
          />
        </div>
      )}
    </div>
  );
}
