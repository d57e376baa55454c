import { type DragEvent, type ReactNode, useState } from "react";
import { cx } from "../../ui/classes.ts";
import { useImport } from "./use-import.ts";

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** A part of a page where files can be dropped to import them. */
export function ImportDrop({ children }: { children: ReactNode }) {
  const [over, setOver] = useState(false);
  const take = useImport();
  return (
    <div
      className={cx(
        "flex flex-col gap-4 rounded-lg",
        over && "outline-2 outline-accent outline-dashed outline-offset-4",
      )}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void take([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
