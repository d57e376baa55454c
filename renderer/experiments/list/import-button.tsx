import { Upload } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { useImport } from "./use-import.ts";

export function ImportButton() {
  const input = useRef<HTMLInputElement>(null);
  const take = useImport();
  return (
    <>
      <Button
        data-hint="JSON or HTML that was exported, or perf_analyzer's CSV."
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" />
        Import
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        accept=".json,.html,.csv"
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}
