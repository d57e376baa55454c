import { cx } from "../../ui/classes.ts";
import { coreSquares, type CoreUse, coreWords } from "./cores.ts";

const MOST_SQUARES = 128;
const colours = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4", "bg-chart-5"];

/** Cores as squares, filled by the threads of each instance; threads without a core stand beyond the bar. */
export function CorePicture({ use }: { use: CoreUse }) {
  return (
    <figure className="mt-2">
      <div aria-hidden="true" className="flex flex-wrap gap-0.5">
        {coreSquares(use, MOST_SQUARES).map(({ index, instance, beyond }) => (
          <span
            key={index}
            className={cx(
              "size-4 rounded-sm border",
              index === use.cores && "ml-2",
              beyond ? "border-bad border-dashed" : "border-line-strong",
              instance !== null && colours[instance % colours.length],
              beyond && "opacity-70",
            )}
          />
        ))}
      </div>
      <figcaption
        className={cx(
          "mt-1 text-xs",
          use.instances * use.threads > use.cores ? "text-warn" : "text-muted",
        )}
      >
        {coreWords(use)}
      </figcaption>
    </figure>
  );
}
