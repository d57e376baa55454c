import { Link } from "@tanstack/react-router";
import type { ModelSearch } from "../../search.ts";

/** An ensemble has no model file; those of its steps are a click away. */
export function StepFiles({ models }: { models: readonly string[] }) {
  const steps = [...new Set(models)].filter((model) => model !== "");
  return (
    <div className="flex flex-col gap-2 px-4 pb-4">
      <p className="text-muted">
        An ensemble has no model file of its own.{" "}
        {steps.length > 0 && "Its steps run these models:"}
      </p>
      <ul className="list-disc pl-5">
        {steps.map((name) => (
          <li key={name}>
            <Link
              to="/models/$name"
              params={{ name }}
              search={(now: ModelSearch) => ({ ...now, tab: "configuration" })}
              className="font-semibold text-accent hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
