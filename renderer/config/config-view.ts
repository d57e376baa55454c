import { createContext, use, useSyncExternalStore } from "react";
import type { ConfigPath, Finding, ParsedConfig, TextEdit } from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import type { PathMark } from "./path-mark.ts";

/** What the panels next to the text can read and change. */
export interface ConfigView {
  readonly config: ConfigState;
  /** The last analysed text; the editor may be slightly ahead of it. */
  readonly text: string;
  /** The last text without syntax errors: `text` itself if `readable`. */
  readonly parsed: ParsedConfig;
  readonly readable: boolean;
  /** Findings for `text`. */
  readonly findings: readonly Finding[];
  /** Path of the editor's cursor. */
  readonly mark: PathMark;
  /**
   * Edits the editor's current text as one step of its history. "typing": consecutive edits of the same place are merged
   * into one step.
   */
  readonly edit: (make: (text: string) => readonly TextEdit[], how?: "typing" | "step") => void;
  readonly fix: (finding: Finding) => void;
  /** Scrolls the editor to a path without moving the focus. */
  readonly reveal: (path: ConfigPath) => void;
  /** Selects a range in the editor and focuses it. */
  readonly jump: (range: { readonly from: number; readonly to: number }) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Called with a configuration that became active here; a draft is kept. */
  readonly follow: (config: ConfigState) => void;
}

const Context = createContext<ConfigView | null>(null);
export const ConfigViewProvider = Context.Provider;

export function useConfigView(): ConfigView {
  const view = use(Context);
  if (!view) throw new Error("useConfigView needs a ConfigViewProvider above it.");
  return view;
}

/** Whether the cursor is in the value at a path, and not in a nested value other than a list element. */
export function useIsMarked(path: ConfigPath): boolean {
  const { mark } = useConfigView();
  return useSyncExternalStore(mark.subscribe, () => mark.isAt(path));
}
