import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { type ConfigPath, removeValue } from "../../../engine/config/index.ts";
import { IconButton } from "../../ui/button.tsx";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";

interface NumberedProps {
  /** Name of the list's elements: "Group". */
  readonly noun: string;
  readonly index: number;
  /** Path of the element. */
  readonly path: ConfigPath;
  readonly children: ReactNode;
}

/** The fields of one removable element of a list without names. */
export function Numbered({ noun, index, path, children }: NumberedProps) {
  const { edit } = useConfigView();
  const number = index + 1;
  return (
    <Marked path={path}>
      <fieldset className="rounded-md border border-line px-3 pb-2">
        <legend className="flex items-center gap-1 px-1 font-medium">
          {noun} {number}
          <IconButton
            label={`Remove ${noun.toLowerCase()} ${number}`}
            className="h-6 w-6"
            onClick={() => edit((text) => removeValue(text, path))}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </legend>
        {children}
      </fieldset>
    </Marked>
  );
}
