import { useConfigView } from "../config-view.ts";
import { isOnnx } from "./runtime-kind.ts";
import { textOnlyFields } from "./text-only.ts";

/** Named at most; the rest is counted. */
const NAMED = 12;

/** What the text says beyond the form, with the way there. */
export function TextOnly() {
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
