import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { IconButton } from "../button.tsx";

export type ExportFormat = "svg" | "png" | "csv";

interface ExportMenuProps {
  readonly title: string;
  /** Whether the chart is visible and can be exported as an image; else only its data. */
  readonly drawn: boolean;
  readonly onPick: (format: ExportFormat) => void;
}

const formats = [
  { format: "svg", label: "SVG picture" },
  { format: "png", label: "PNG picture" },
  { format: "csv", label: "Data as CSV" },
] as const;

/** The export formats of a chart. */
export function ExportMenu({ title, drawn, onPick }: ExportMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={<IconButton label={`Export ${title}`} className="w-7" />}>
        <Download aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-40">
          <Menu.Popup className="min-w-36 rounded-md border border-line-strong bg-raised p-1 shadow-pop outline-none">
            {formats
              .filter(({ format }) => drawn || format === "csv")
              .map(({ format, label }) => (
                <Menu.Item
                  key={format}
                  onClick={() => onPick(format)}
                  className="cursor-pointer rounded px-2.5 py-1 outline-none data-highlighted:bg-hover"
                >
                  {label}
                </Menu.Item>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
