import { Upload } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";

interface FilesButtonProps {
  /** Accessible name of the field. */
  readonly label: string;
  readonly hint: string;
  /** File extensions and media types, separated by commas. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  /** Called with at least one chosen file. */
  readonly onFiles: (files: File[]) => void;
  readonly children: ReactNode;
}

/** A button that opens local files. */
export function FilesButton(props: FilesButtonProps) {
  const { label, hint, accept, multiple = false, disabled = false, onFiles, children } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button disabled={disabled} data-hint={hint} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) onFiles(files);
          event.target.value = "";
        }}
      />
    </>
  );
}
