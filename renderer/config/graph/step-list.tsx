import { Link } from "@tanstack/react-router";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/classes.ts";
import { type Drawing, type DrawnPort, type Line, type StepBox, formatVersion } from "./boxes.ts";
import type { End } from "./ensemble.ts";
import { describeKnown } from "./known-text.ts";
import { SlowestBadge, StepFigures } from "./step-figures.tsx";
import type { KnownModels } from "./tensor-types.ts";

interface StepListProps {
  readonly drawing: Drawing;
  readonly models: KnownModels;
  readonly editable: boolean;
  readonly onRemoveStep: (step: number) => void;
  readonly onDisconnect: (tensor: string, from: End) => void;
  readonly onConnect: (to: End) => void;
  readonly onRename: (tensor: string) => void;
}

/** The graph's content and actions as a list. */
export function StepList(props: StepListProps) {
  const steps = [...props.drawing.boxes.values()].filter((box) => box.kind === "step");
  if (steps.length === 0) return <p className="text-muted">The ensemble has no steps yet.</p>;
  return (
    <ol aria-label="Steps" className="flex flex-col gap-3">
      {steps.map((box) => (
        <li
          key={box.step.index}
          aria-label={`Step ${box.step.index}, ${box.step.model}`}
          className={cx(
            "rounded-lg border px-3 py-2",
            box.severity === "error" ? "border-bad" : "border-line",
          )}
        >
          <StepItem {...props} box={box} />
        </li>
      ))}
    </ol>
  );
}

function StepItem(props: StepListProps & { box: StepBox }) {
  const { box, drawing, models, editable, onRemoveStep, onConnect, onDisconnect, onRename } = props;
  const { step, inputs, outputs, problems, severity } = box;
  const findLine = (role: "from" | "to", port: string) =>
    drawing.lines.find(({ link }) => isAt(link[role], step.index, port));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1">
          <span className="text-muted">Step {step.index} </span>
          <Link
            to="/models/$name"
            params={{ name: step.model }}
            className="font-semibold text-accent hover:underline"
          >
            {step.model}
          </Link>
          <span className="text-muted">
            , {formatVersion(step.version)}, {describeKnown(models.get(step.model))}
          </span>
        </span>
        <SlowestBadge model={step.model} />
        <StepFigures model={step.model} />
        <Button
          look="danger"
          disabled={!editable}
          aria-label={`Remove step ${step.index}`}
          onClick={() => onRemoveStep(step.index)}
        >
          Remove
        </Button>
      </div>
      {problems.map((problem) => (
        <p key={problem} className={severity === "error" ? "text-bad" : "text-warn"}>
          {problem}
        </p>
      ))}
      <ul className="mt-1 flex flex-col gap-1">
        {inputs.map((port) => (
          <li key={`in ${port.name}`} className="flex flex-wrap items-center gap-2">
            <PortLabel
              words={port.tensor === null ? "reads nothing" : `reads ${port.tensor}`}
              port={port}
              line={findLine("to", port.name)}
            />
            <Button
              look="quiet"
              disabled={!editable}
              aria-label={`Connect input ${port.name} of step ${step.index}`}
              onClick={() => onConnect({ kind: "step", step: step.index, port: port.name })}
            >
              Connect
            </Button>
            {port.tensor !== null && (
              <Button
                look="quiet"
                disabled={!editable}
                aria-label={`Disconnect input ${port.name} of step ${step.index}`}
                onClick={() =>
                  onDisconnect(port.tensor ?? "", {
                    kind: "step",
                    step: step.index,
                    port: port.name,
                  })
                }
              >
                Disconnect
              </Button>
            )}
          </li>
        ))}
        {outputs.map((port) => (
          <li key={`out ${port.name}`} className="flex flex-wrap items-center gap-2">
            <PortLabel
              words={port.tensor === null ? "is not used" : `writes ${port.tensor}`}
              port={port}
              line={findLine("from", port.name)}
            />
            {port.tensor !== null && (
              <Button
                look="quiet"
                disabled={!editable}
                aria-label={`Rename tensor ${port.tensor}`}
                onClick={() => onRename(port.tensor ?? "")}
              >
                Rename
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function isAt(end: End, step: number, port: string): boolean {
  return end.kind === "step" && end.step === step && end.port === port;
}

function PortLabel({
  port,
  words,
  line,
}: {
  port: DrawnPort;
  words: string;
  line: Line | undefined;
}) {
  return (
    <span className={cx("min-w-0 flex-1", port.faulty && "text-bad")}>
      <span className="font-mono">{port.name}</span> {words}
      {line && (
        <span className={line.types.agree === false ? "text-bad" : "text-muted"}>
          , {line.text}
        </span>
      )}
    </span>
  );
}
