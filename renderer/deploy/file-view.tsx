import { useState } from "react";
import type { DeployFile } from "../../main/contract/index.ts";
import { cx } from "../ui/classes.ts";
import { CopyButton } from "../ui/copy-button.tsx";

/** The files to be written, with one open. */
export function FileView({ files }: { files: readonly DeployFile[] }) {
  const [open, setOpen] = useState("kubernetes/deployment.yaml");
  const shown = files.find(({ path }) => path === open) ?? files[0];
  if (!shown) return null;
  return (
    <div className="grid min-h-0 grid-cols-[16rem_minmax(0,1fr)]">
      <ul className="border-line border-r p-2" aria-label="Files">
        {files.map(({ path }) => (
          <li key={path}>
            <button
              type="button"
              aria-current={path === shown.path}
              onClick={() => setOpen(path)}
              className={cx(
                "w-full break-all rounded-md px-2 py-1 text-left font-mono text-xs hover:bg-hover",
                path === shown.path && "bg-accent-soft text-accent",
              )}
            >
              {path}
            </button>
          </li>
        ))}
      </ul>
      <div className="flex min-w-0 flex-col">
        <div className="flex items-center justify-between gap-3 border-line border-b px-4 py-1.5">
          <h3 className="truncate font-mono text-xs">{shown.path}</h3>
          <CopyButton name={`Copy ${shown.path}`} text={shown.text} />
        </div>
        <pre
          // Focusable, since it scrolls.
          tabIndex={0}
          role="region"
          aria-label={shown.path}
          className="h-[36rem] overflow-auto px-4 py-2 font-mono text-xs"
        >
          {shown.text}
        </pre>
      </div>
    </div>
  );
}
