import type { Autoscaler } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";
import { Badge } from "../ui/badge.tsx";

/** State, metrics and conditions of an autoscaler. */
export function AutoscalerView({ autoscaler }: { autoscaler: Autoscaler }) {
  const { name, current, desired, least, most, metrics, words, conditions } = autoscaler;
  const isBad = conditions.some(({ type, met }) => type !== "ScalingLimited" && !met);
  return (
    <section aria-label={`Autoscaler ${name}`} className="flex flex-col gap-1">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        Autoscaler
        <Badge tone={isBad ? "bad" : current === desired ? "good" : "accent"}>
          {desired === null
            ? `${count(current, "replica")}, target unknown`
            : `${current} of ${desired} wanted`}
        </Badge>
        <span className="font-normal text-muted">
          from {least} to {most}
        </span>
      </h3>
      <p>{words}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {metrics.map((metric) => (
          <li key={metric.name}>
            <span className="font-mono text-xs">{metric.name}</span>{" "}
            <span className="text-muted">now</span> {metric.current}{" "}
            <span className="text-muted">target</span> {metric.target}
          </li>
        ))}
      </ul>
    </section>
  );
}
