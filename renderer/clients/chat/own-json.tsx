import type { PreparedChat } from "../../../main/contract/index.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import type { FormProps } from "./form-props.ts";
import { TextArea } from "./text-area.tsx";

/** What the form has no field for, and the body that comes of it. */
export function OwnJson(props: FormProps & { readonly prepared: PreparedChat | null }) {
  const { draft, errors, onChange, prepared } = props;
  const changed = prepared?.changed ?? [];
  return (
    <>
      <Fold
        title="Own JSON"
        summary={draft.more.trim() === "" ? "none" : "merged into the body"}
        wrong={errors.has("more")}
      >
        <Field
          label="Members of the body"
          help={
            changed.length > 0
              ? `Replaces the form’s: ${changed.join(", ")}.`
              : "A JSON object, merged into the body (RFC 7396): null removes a member."
          }
          error={errors.get("more") ?? null}
        >
          {(control) => (
            <TextArea
              {...control}
              className="font-mono text-xs"
              spellCheck={false}
              placeholder={'{"top_k": 20}'}
              value={draft.more}
              onChange={(more) => onChange({ more })}
            />
          )}
        </Field>
      </Fold>
      {prepared && (
        <Fold title="Body" summary={`POST ${prepared.path}`}>
          <div className="flex flex-col items-start gap-2">
            <pre
              // Scrolls by itself, so it takes the focus.
              tabIndex={0}
              role="region"
              aria-label="Body as sent"
              className="max-h-80 w-full overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
            >
              {prepared.body}
            </pre>
            <CopyButton name="Copy the body" text={prepared.body} />
          </div>
        </Fold>
      )}
    </>
  );
}
