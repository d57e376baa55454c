import { type KeyboardEvent, useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { useConfigView } from "../config-view.ts";
import { OverNote } from "../over-note.tsx";
import { FormFindings } from "./form-context.tsx";
import { findingsByPath } from "./form-findings.ts";
import { Instances } from "./instances.tsx";
import { Runtime } from "./runtime.tsx";
import { Scheduler } from "./scheduler.tsx";
import { Tensors } from "./tensors.tsx";
import { Versions } from "./versions.tsx";
import { Warmup } from "./warmup.tsx";
import { SwitchControl, TextControl } from "./inputs.tsx";
import { Columns, Section } from "./section.tsx";
import { isOnnx } from "./runtime-kind.ts";
import { textOnlyFields } from "./text-only.ts";

/**
 * The configuration as a form. It has no state of its own: it shows the text, and each change is a minimal edit of the
 * text, so that one history undoes both.
 */
export function ConfigForm() {
  const { parsed, readable, findings, jump, undo, redo } = useConfigView();
  const found = useMemo(() => findingsByPath(parsed, findings), [parsed, findings]);
  const [first] = findings;
  const undoInText = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (!isRedo && key !== "z") return;
    event.preventDefault();
    if (isRedo) redo();
    else undo();
  };
  return (
    <form
      aria-label="Form"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={undoInText}
      className="@container -mt-3"
    >
      {!readable && (
        <OverNote
          tone="warn"
          title="The text does not parse; the form shows the last version that did"
          actions={first && <Button onClick={() => jump(first)}>Go there</Button>}
        >
          {first && `Line ${first.line}, column ${first.column}: ${first.message}`}
        </OverNote>
      )}
      <FormFindings value={readable ? found : noFindings}>
        <fieldset disabled={!readable} className="min-w-0">
          <Scheduler />
          <Instances />
          <Runtime />
          <Versions />
          <Tensors role="input" />
          <Tensors role="output" />
          <Warmup />
          <Model />
        </fieldset>
        <TextOnly />
      </FormFindings>
    </form>
  );
}

const noFindings: ReturnType<typeof findingsByPath> = new Map();

function Model() {
  return (
    <Section title="Model">
      <Columns>
        <TextControl path={["name"]} label="Name" />
        <TextControl path={["backend"]} label="Backend" />
        <TextControl path={["platform"]} label="Platform" />
        <TextControl path={["default_model_filename"]} label="Model file" />
        <SwitchControl path={["model_transaction_policy", "decoupled"]} label="Decoupled" />
      </Columns>
    </Section>
  );
}

/** Maximum number of listed fields; the rest is counted. */
const NAMED = 12;

/** Fields of the text that the form doesn't show, as links. */
function TextOnly() {
  const { parsed, config, readable, jump } = useConfigView();
  const fields = textOnlyFields(parsed, isOnnx(parsed.config, config.signature !== null));
  if (fields.length === 0) return null;
  const count = fields.length === 1 ? "1 further field is" : `${fields.length} further fields are`;
  return (
    <p className="px-4 py-3 text-muted">
      {count} in the text only:{" "}
      {fields.slice(0, NAMED).map(({ path, from, to }, index) => (
        <span key={path}>
          {index > 0 && ", "}
          {readable ? (
            <button
              type="button"
              onClick={() => jump({ from, to })}
              className="wrap-anywhere rounded font-mono text-accent text-xs underline"
            >
              {path}
            </button>
          ) : (
            <code className="wrap-anywhere text-xs">{path}</code>
          )}
        </span>
      ))}
      {fields.length > NAMED && ` and ${fields.length - NAMED} more`}. They stay as they are.
    </p>
  );
}
