import { RotateCcw } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { ConfigPath } from "../../../engine/config/index.ts";
import { cx } from "../../ui/classes.ts";
import { useConfigView, useIsMarked } from "../config-view.ts";
import { FixButton } from "../../ui/pbtxt/problems.tsx";
import { useFormFindings } from "./form-context.tsx";
import { findingsForField } from "./form-findings.ts";
import { describeField, pathText } from "./form-path.ts";
import { useField } from "./use-field.ts";

/** Height of the panel's sticky tabs. */
const TABS_PX = 48;
const MARGIN_PX = 12;

export interface ControlProps {
  readonly path: ConfigPath;
  readonly label: string;
  /** The field's name in the text, if not the path's last part. */
  readonly name?: string;
  /** Replaces the description of the table of fields. */
  readonly help?: ReactNode;
  /** What is removed with the field; default: the field itself. */
  readonly entry?: ConfigPath;
  readonly className?: string;
}

/** Accessibility attributes of a control's element. */
export interface Described {
  readonly id: string;
  readonly "aria-describedby": string;
  readonly "aria-invalid": boolean;
}

interface FrameProps extends ControlProps {
  /** Why the entered text is invalid. */
  readonly error?: string | null;
  /** The label is next to the control, as for a checkbox. */
  readonly inline?: boolean;
  readonly children: (described: Described) => ReactNode;
}

const severityText = { error: "text-bad", warning: "text-warn", info: "text-accent" } as const;

/** A field's label, control, description and findings. */
export function Control({ path, label, className, error, inline, children, ...words }: FrameProps) {
  const id = useId();
  const { fix } = useConfigView();
  const { isSet, remove } = useField(path, words.entry);
  const findings = findingsForField(useFormFindings(), pathText(path));
  const isWrong = Boolean(error) || findings.some(({ severity }) => severity === "error");
  const name = words.name ?? String(path.findLast((step) => typeof step === "string"));
  const control = children({ id, "aria-describedby": `${id}-help`, "aria-invalid": isWrong });
  return (
    <Marked
      path={path}
      around={words.entry}
      className={cx("flex min-w-0 flex-col gap-1", className)}
    >
      <div className="flex min-h-6 items-start gap-2">
        {inline && control}
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          <code className="wrap-anywhere text-muted text-xs">{name}</code>
        </span>
        {isSet && (
          <button
            type="button"
            aria-label={`Remove ${name} from the text`}
            data-hint={`Remove ${name} from the text`}
            onClick={remove}
            className="ml-auto rounded p-1 text-muted hover:bg-hover hover:text-ink"
          >
            <RotateCcw aria-hidden="true" className="size-3.5" />
          </button>
        )}
      </div>
      {!inline && control}
      <div id={`${id}-help`} className="text-muted text-xs">
        {error && <p className="text-bad">{error}</p>}
        {findings.map((finding) => (
          <p key={`${finding.id} ${finding.message}`} className={severityText[finding.severity]}>
            {finding.message} <FixButton finding={finding} onFix={fix} />
          </p>
        ))}
        {words.help ?? describeField(path)}
      </div>
    </Marked>
  );
}

interface MarkedProps {
  readonly path: ConfigPath;
  /** The map entry that contains only this value. */
  readonly around?: ConfigPath | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Links a part of the form to its place in the text: focus here shows it there, the cursor there marks it here. */
export function Marked({ path, around = path, className, children }: MarkedProps) {
  const { reveal } = useConfigView();
  const isMarked = useIsMarked(path);
  const marked = useIsMarked(around) || isMarked;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked && element.current) scrollWithin(element.current);
  }, [marked]);
  return (
    // A control inside has the focus; this frame only reports its position.
    <div
      ref={element}
      data-marked={marked || undefined}
      onFocus={(event) => {
        event.stopPropagation();
        reveal(path);
      }}
      className={cx(
        "-mx-2 rounded-md border border-transparent px-2 py-1 data-marked:border-accent data-marked:bg-accent-soft",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Scrolls an element into view within its panel, without scrolling the page. */
function scrollWithin(element: HTMLElement): void {
  const panel = element.closest("[data-panel]");
  if (!panel) return;
  const own = element.getBoundingClientRect();
  const frame = panel.getBoundingClientRect();
  const above = own.top - frame.top - TABS_PX;
  const below = own.bottom - frame.bottom + MARGIN_PX;
  if (above < 0) panel.scrollTop += above;
  else if (below > 0) panel.scrollTop += Math.min(below, above);
}
