import type { AdviceFrame } from "../../main/contract/index.ts";
import { RuleLink } from "./rule-link.tsx";

/** What is checked, and what can't be on this server and why. */
export function WatchedRules({ rules }: { rules: AdviceFrame["rules"] }) {
  const watched = rules.filter(({ unwatched }) => unwatched === null);
  const others = rules.filter(({ unwatched }) => unwatched !== null);
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-2">
      <summary className="font-medium">
        Active checks: {watched.length} of {rules.length}
      </summary>
      <ul className="mt-2 grid gap-x-6 gap-y-1 lg:grid-cols-2">
        {[...watched, ...others].map(({ rule, title, unwatched }) => (
          <li key={rule} className="flex items-baseline gap-3 border-line border-t py-1">
            <span className="min-w-0 flex-1">
              {title}
              {unwatched && (
                <span className="block text-muted text-xs">Not available: {unwatched}</span>
              )}
            </span>
            <RuleLink rule={rule} />
          </li>
        ))}
      </ul>
    </details>
  );
}
