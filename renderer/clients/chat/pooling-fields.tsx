import { Plus, Trash2 } from "lucide-react";
import { MAX_TEXTS } from "../../../main/contract/index.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { DeadlineField } from "../deadline-field.tsx";
import type { FormProps } from "./form-props.ts";
import { TextArea } from "./text-area.tsx";

interface PoolingFieldsProps extends FormProps {
  /** Prefix of the server's OpenAI interface, e.g. "/v1". */
  readonly prefix: string;
}

/** Texts to embed, or a query and the documents to rank. */
export function PoolingFields(props: PoolingFieldsProps) {
  const { draft, errors, onChange, prefix } = props;
  const isRerank = draft.endpoint === "rerank";
  return (
    <>
      {isRerank && (
        <Field label="Query" error={errors.get("query") ?? null}>
          {(control) => (
            <TextArea {...control} value={draft.query} onChange={(query) => onChange({ query })} />
          )}
        </Field>
      )}
      <TextFields {...props} noun={isRerank ? "document" : "text"} />
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        {isRerank ? (
          <>
            <NumberInput
              label="Top n"
              none="all"
              className="w-28"
              value={draft.topN}
              error={errors.get("topN")}
              onChange={(topN) => onChange({ topN })}
            />
            <Field label="Path">
              {(control) => (
                <Select
                  {...control}
                  className="w-32"
                  value={draft.rerankPath}
                  onPick={(next) => onChange({ rerankPath: next as typeof draft.rerankPath })}
                  options={[
                    { value: "versioned", label: `${prefix}/rerank` },
                    { value: "bare", label: "/rerank" },
                  ]}
                />
              )}
            </Field>
          </>
        ) : (
          <NumberInput
            label="Dimensions"
            none="default"
            className="w-28"
            value={draft.dimensions}
            error={errors.get("dimensions")}
            onChange={(dimensions) => onChange({ dimensions })}
          />
        )}
        <DeadlineField
          value={draft.deadlineMs}
          help="Then the connection is closed."
          error={errors.get("deadlineMs")}
          onChange={(deadlineMs) => onChange({ deadlineMs })}
        />
      </div>
    </>
  );
}

function TextFields({ draft, errors, onChange, noun }: FormProps & { noun: string }) {
  const { texts } = draft;
  const title = noun === "text" ? "Text" : "Document";
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{title}s</legend>
      {texts.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key: a text is its place
        <div key={at} className="flex items-start gap-2">
          <TextArea
            aria-label={`${title} ${at + 1}`}
            value={text}
            onChange={(next) => onChange({ texts: texts.with(at, next) })}
          />
          <IconButton
            label={`Remove ${noun} ${at + 1}`}
            disabled={texts.length === 1}
            onClick={() => onChange({ texts: texts.toSpliced(at, 1) })}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          disabled={texts.length === MAX_TEXTS}
          onClick={() => onChange({ texts: [...texts, ""] })}
        >
          <Plus aria-hidden="true" />
          Add a {noun}
        </Button>
      </div>
      {errors.get("texts") && <p className="text-bad text-xs">{errors.get("texts")}</p>}
    </fieldset>
  );
}
