import { isPoolingRequest, type PreparedChat } from "../../../main/contract/index.ts";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import type { FormProps } from "./form-props.ts";
import { MessageFields } from "./message-fields.tsx";
import { OwnJson } from "./own-json.tsx";
import { PoolingFields } from "./pooling-fields.tsx";
import { SamplingFields } from "./sampling-fields.tsx";
import { TextArea } from "./text-area.tsx";

interface ChatFormProps extends FormProps {
  /** That the server names. */
  readonly models: readonly string[];
  readonly prepared: PreparedChat | null;
  /** Whether the server has the Responses API. */
  readonly offersResponses: boolean;
  /** Prefix of the server's OpenAI interface, e.g. "/v1". */
  readonly prefix: string;
}

/** Everything that one request says. */
export function ChatForm(props: ChatFormProps) {
  const { draft, errors, onChange, models, prepared, offersResponses } = props;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <ModelField draft={draft} errors={errors} onChange={onChange} models={models} />
        <div className="flex flex-col gap-1">
          <span className="font-medium">Endpoint</span>
          <Segmented
            label="Endpoint"
            value={draft.endpoint}
            onPick={(endpoint) => onChange({ endpoint })}
            options={[
              { value: "chat", label: "Chat" },
              { value: "completions", label: "Completion" },
              ...(offersResponses || draft.endpoint === "responses"
                ? [{ value: "responses" as const, label: "Response" }]
                : []),
              { value: "embeddings", label: "Embeddings" },
              { value: "rerank", label: "Rerank" },
            ]}
          />
          {errors.get("endpoint") && <p className="text-bad text-xs">{errors.get("endpoint")}</p>}
        </div>
      </div>
      {isPoolingRequest(draft) ? <PoolingFields {...props} /> : <GenerationFields {...props} />}
      <OwnJson draft={draft} errors={errors} onChange={onChange} prepared={prepared} />
      {errors.get("") && (
        <Notice tone="bad" title="This cannot be sent">
          {errors.get("")}
        </Notice>
      )}
    </div>
  );
}

function GenerationFields({ draft, errors, onChange }: FormProps) {
  return (
    <>
      {draft.endpoint !== "completions" ? (
        <MessageFields
          messages={draft.messages}
          error={errors.get("messages")}
          onChange={(messages) => onChange({ messages })}
        />
      ) : (
        <Field label="Prompt" error={errors.get("prompt") ?? null}>
          {(control) => (
            <TextArea
              {...control}
              value={draft.prompt}
              onChange={(prompt) => onChange({ prompt })}
            />
          )}
        </Field>
      )}
      <SamplingFields draft={draft} errors={errors} onChange={onChange} />
    </>
  );
}

function ModelField({
  draft,
  errors,
  onChange,
  models,
}: FormProps & Pick<ChatFormProps, "models">) {
  const isNamed = models.includes(draft.model);
  return (
    <Field label="Model" error={errors.get("model") ?? null} className="min-w-0">
      {(control) =>
        models.length > 0 ? (
          <Select
            {...control}
            className="max-w-80"
            value={draft.model}
            onPick={(model) => onChange({ model })}
            options={[
              ...(isNamed ? [] : [{ value: draft.model, label: draft.model || "choose one" }]),
              ...models.map((name) => ({ value: name, label: name })),
            ]}
          />
        ) : (
          <TextInput
            {...control}
            className="w-72 font-mono"
            value={draft.model}
            onChange={(event) => onChange({ model: event.target.value })}
          />
        )
      }
    </Field>
  );
}
