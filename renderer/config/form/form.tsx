import { type KeyboardEvent, useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { useConfigView } from "../config-view.ts";
import { OverNote } from "../over-note.tsx";
import { FormFindings } from "./form-context.tsx";
import { findingsByPath } from "./form-findings.ts";
import { Instances } from "./instances.tsx";
import { Model } from "./model.tsx";
import { Runtime } from "./runtime.tsx";
import { Scheduler } from "./scheduler.tsx";
import { Tensors } from "./tensors.tsx";
import { TextOnly } from "./text-only-note.tsx";
import { Versions } from "./versions.tsx";
import { Warmup } from "./warmup.tsx";

/**
 * The configuration as a form. It has no state of its own: it shows what the text says, and what is changed here
 * is the smallest edit of the text, so that one history undoes both.
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
          title="The text does not parse, so the form shows it as it last did"
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
