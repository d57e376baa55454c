import { ChartLine, Info, Table2 } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { Card } from "./card.tsx";
import { type ChartData, toCsv, fileStem } from "./chart-export/chart-data.ts";
import { chartPicture } from "./chart-export/chart-picture.ts";
import { type ExportFormat, ExportMenu } from "./chart-export/export-menu.tsx";
import { toPng } from "./chart-export/png.ts";
import { DataTable } from "./data-table.tsx";
import { saveFile } from "./save-file.ts";
import { showError } from "./toasts.tsx";

export interface ChartFrameProps {
  readonly title: string;
  /** What it shows, and its source. */
  readonly about: string;
  /** Why it can't be relied on: "1 of 3 invalid". Its exports include it; the page shows it at its top. */
  readonly mark?: string | undefined;
  readonly legend?: ReactNode;
  readonly chart: ReactNode;
  /** Set to the element with the chart or the table. */
  readonly body?: RefObject<HTMLDivElement | null>;
  /** The same figures, computed only when shown or exported. */
  readonly data: () => ChartData;
  /** Content of the table, for assistive technology; default: the title. */
  readonly caption?: string;
  /** Maximum height of the table, px. */
  readonly height?: number;
  /** Replaces the default table. */
  readonly table?: () => ReactNode;
}

/** A chart with title, legend, sources, exports and a switch to the same figures as a table. */
export function ChartFrame({
  title,
  about,
  mark,
  legend,
  chart,
  body,
  data,
  caption = title,
  height = 176,
  table,
}: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const legendPart = useRef<HTMLDivElement>(null);
  const chartPart = useRef<HTMLDivElement>(null);

  const save = async (format: ExportFormat) => {
    const stem = fileStem(`${document.title.replace(/ – Batchdeck$/, "")} ${title}`);
    if (format === "csv") {
      const content = toCsv(data(), mark);
      return saveFile({ fileName: `${stem}.csv`, mediaType: "text/csv", content });
    }
    if (!legendPart.current || !chartPart.current) return;
    const picture = chartPicture({
      title,
      about,
      mark,
      source: `${document.title}, ${new Date().toISOString()}`,
      legend: legendPart.current,
      chart: chartPart.current,
    });
    if (format === "svg") {
      const mediaType = "image/svg+xml";
      return saveFile({ fileName: `${stem}.svg`, mediaType, content: picture.svg });
    }
    const content = await toPng(picture);
    saveFile({ fileName: `${stem}.png`, mediaType: "image/png", content });
  };

  return (
    <Card
      title={title}
      className="min-w-0"
      aside={
        <span className="-mr-2 flex items-center">
          <IconButton label={`About ${title}`} data-hint={about} className="w-7">
            <Info aria-hidden="true" />
          </IconButton>
          <ExportMenu
            title={title}
            drawn={!asTable}
            onPick={(format) =>
              void save(format).catch((error: unknown) =>
                showError("Can't export the chart.", error),
              )
            }
          />
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
      <div className="min-h-8 px-4 pt-2">
        <div ref={legendPart}>{legend}</div>
      </div>
      <div ref={body} className="px-2 pb-1">
        {asTable ? (
          (table?.() ?? <DataTable {...data()} caption={caption} maxHeight={height} />)
        ) : (
          <div ref={chartPart}>{chart}</div>
        )}
      </div>
    </Card>
  );
}
