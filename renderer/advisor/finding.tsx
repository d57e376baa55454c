import { Link } from "@tanstack/react-router";
import { FlaskConical, SquarePen } from "lucide-react";
import { useId } from "react";
import type { Advice, Remedy } from "../../main/contract/index.ts";
import { formatMoment, formatClock } from "../format/time.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { useNow } from "../ui/use-now.ts";
import { evidenceText, spanText, tones } from "../figures/advice-text.ts";
import { RuleLink } from "./rule-link.tsx";
import { usePropose } from "./use-propose.ts";

/** One finding as a troubleshooting guide: symptoms, figures, and what to try in which order. */
export function Finding({ advice, withModel }: { advice: Advice; withModel: boolean }) {
  const id = useId();
  const now = useNow(5000);
  const { rule, severity, model, title, symptom, evidence, since, current, remedies } = advice;
  return (
    <article aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2">
        <Badge tone={tones[severity]}>{severity}</Badge>
        <h2 id={id} className="font-semibold text-base">
          {withModel && model && (
            <>
              <Link
                to="/models/$name"
                params={{ name: model }}
                search={{ server: advice.serverId, tab: "advice" }}
                className="hover:text-accent hover:underline"
              >
                {model}
              </Link>
              {": "}
            </>
          )}
          {title}
        </h2>
        <span className="ml-auto flex items-center gap-3 text-muted text-xs">
          {!current && <Badge>no traffic to judge by</Badge>}
          <span>since {formatMoment(since, now)}</span>
          <RuleLink rule={rule} />
        </span>
      </header>
      <div className="grid gap-x-6 gap-y-3 px-4 py-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <p>{symptom}</p>
          <table className="mt-3 w-full border-collapse text-xs">
            <caption className="pb-1 text-left text-muted">
              Evidence {spanText(advice, formatClock)}
            </caption>
            <tbody>
              {evidence.map((each) => (
                <tr key={each.label} className="border-line border-t align-top">
                  <th scope="row" className="py-1 pr-3 text-left font-normal text-muted">
                    {each.label}
                  </th>
                  <td className="wrap-anywhere min-w-20 py-1 text-right font-medium">
                    {evidenceText(each)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <h3 className="font-medium">What to try, in order</h3>
          <ol className="mt-1 flex list-decimal flex-col gap-3 pl-5">
            {remedies.map((remedy) => (
              <RemedyItem key={remedy.title} serverId={advice.serverId} remedy={remedy} />
            ))}
          </ol>
        </div>
      </div>
    </article>
  );
}

function RemedyItem({ serverId, remedy }: { serverId: string; remedy: Remedy }) {
  const { title, why, model, changes, experiment } = remedy;
  const { busy, propose } = usePropose(serverId);
  return (
    <li>
      <p className="font-medium">{title}</p>
      <p className="text-muted">{why}</p>
      {model !== null && (
        <div className="mt-1.5 flex flex-wrap gap-2">
          {changes.length > 0 && (
            <Button
              disabled={busy}
              aria-label={`Open as draft: ${title}`}
              onClick={() => propose(model, changes)}
            >
              <SquarePen aria-hidden="true" />
              Open as draft
            </Button>
          )}
          {experiment && (
            <Link
              to="/experiments/new"
              search={{
                model,
                concurrencies: experiment.concurrencies,
                distinctInputs: experiment.distinctInputs ?? undefined,
                batchSize: experiment.batchSize ?? undefined,
              }}
              className={buttonClass(changes.length > 0 ? "quiet" : "secondary")}
              aria-label={`${changes.length > 0 ? "Measure before and after" : "Try as an experiment"}: ${title}`}
            >
              <FlaskConical aria-hidden="true" />
              {changes.length > 0 ? "Measure before and after" : "Try as an experiment"}
            </Link>
          )}
        </div>
      )}
    </li>
  );
}
