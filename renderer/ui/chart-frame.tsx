import { ChartLine, Info, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "./button.tsx";
import { Card } from "./card.tsx";

interface ChartFrameProps {
  readonly title: string;
  /** What it shows and where it comes from. */
  readonly about: string;
  readonly legend?: ReactNode;
  readonly chart: ReactNode;
  /** The same figures as a table, drawn only when asked for. */
  readonly table: () => ReactNode;
}

/** A chart with its title, its legend, its sources and a switch to the same figures as a table. */
export function ChartFrame({ title, about, legend, chart, table }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={title}
      className="min-w-0"
      aside={
        <span className="-mr-2 flex">
          <IconButton label={`About ${title}`} data-hint={about} className="w-7">
            <Info aria-hidden="true" />
          </IconButton>
          <IconButton
            label={asTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            className="w-7"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartLine aria-hidden="true" /> : <Table2 aria-hidden="true" />}
          </IconButton>
        </span>
      }
    >
      <div className="min-h-8 px-4 pt-2">{legend}</div>
      <div className="px-2 pb-1">{asTable ? table() : chart}</div>
    </Card>
  );
}
