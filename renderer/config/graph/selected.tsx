import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";
import { cx } from "../../ui/classes.ts";
import {
  describeBox,
  type Drawing,
  type Line,
  describeLine,
  type StepBox,
  type TensorBox,
} from "./boxes.ts";
import type { End } from "./ensemble.ts";
import { describeKnown } from "./known-text.ts";
import type { KnownModels } from "./tensor-types.ts";

interface SelectedProps {
  readonly drawing: Drawing;
  /** Of a box or line; null: nothing. */
  readonly id: string | null;
  readonly models: KnownModels;
  readonly editable: boolean;
  readonly onRemove: (id: string) => void;
  readonly onConnect: (to: End) => void;
  readonly onRename: (tensor: string) => void;
}

/** Details and actions of what is selected in the graph. */
export function Selected(props: SelectedProps) {
  const { drawing, id } = props;
  const box = id === null ? undefined : drawing.boxes.get(id);
  const line = drawing.lines.find((each) => each.id === id);
  return (
    <section aria-label="Selected in the graph" aria-live="polite">
      {id !== null && box?.kind === "step" && <OfStep {...props} id={id} box={box} />}
      {box && box.kind !== "step" && <OfTensor {...props} box={box} />}
      {id !== null && line && <OfLine {...props} id={id} line={line} />}
      {!box && !line && (
        <p className="text-muted text-xs">
          Select a step or a tensor to see what can be done with it. Drag from a dot to another to
          connect them.
        </p>
      )}
    </section>
  );
}

function OfStep(props: SelectedProps & { id: string; box: StepBox }) {
  const { id, box, models, editable, onRemove, onConnect } = props;
  const { step, inputs, problems, severity } = box;
  const open = inputs.find(({ tensor }) => tensor === null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{describeBox({ ...box, problems: [] })}</span>
        <span className="text-muted"> · {describeKnown(models.get(step.model))}</span>
        {problems.map((problem) => (
          <span
            key={problem}
            className={cx("block", severity === "error" ? "text-bad" : "text-warn")}
          >
            {problem}
          </span>
        ))}
      </span>
      <Link to="/models/$name" params={{ name: step.model }} className={buttonClass()}>
        Open {step.model}
      </Link>
      <Button
        disabled={!editable}
        onClick={() => onConnect({ kind: "step", step: step.index, port: open?.name ?? "" })}
      >
        Connect an input
      </Button>
      <Button look="danger" disabled={!editable} onClick={() => onRemove(id)}>
        Remove step {step.index}
      </Button>
    </div>
  );
}

function OfTensor({ box, editable, onConnect, onRename }: SelectedProps & { box: TensorBox }) {
  const { kind, tensor, problems } = box;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">
          Ensemble {kind} {tensor}
        </span>
        {problems.map((problem) => (
          <span key={problem} className="block text-bad">
            {problem}
          </span>
        ))}
      </span>
      <Button disabled={!editable} onClick={() => onRename(tensor)}>
        Rename {tensor}
      </Button>
      {kind === "output" && (
        <Button disabled={!editable} onClick={() => onConnect({ kind, tensor })}>
          Connect
        </Button>
      )}
    </div>
  );
}

function OfLine(props: SelectedProps & { id: string; line: Line }) {
  const { id, line, editable, onRemove, onRename } = props;
  const { tensor } = line.link;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{describeLine(line)}</span>
        {line.types.agree === false && (
          <span className="block text-bad">
            The types differ at both ends: the server rejects the ensemble.
          </span>
        )}
      </span>
      <Button disabled={!editable} onClick={() => onRename(tensor)}>
        Rename {tensor}
      </Button>
      <Button look="danger" disabled={!editable} onClick={() => onRemove(id)}>
        Disconnect
      </Button>
    </div>
  );
}
