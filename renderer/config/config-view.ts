import { createContext, use, useSyncExternalStore } from "react";
import type { ConfigPath, Finding, ParsedConfig, TextEdit } from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import type { PathMark } from "./path-mark.ts";

/** What a panel next to the text sees of it, and how it changes it. */
export interface ConfigView {
  readonly config: ConfigState;
  /** The text as it was read last; what is being typed may be a little ahead of it. */
  readonly text: string;
  /** The last text that parses: `text` itself where `readable`. */
  readonly parsed: ParsedConfig;
  readonly readable: boolean;
  /** Of `text`. */
  readonly findings: readonly Finding[];
  /** The place of the text's cursor. */
  readonly mark: PathMark;
  /**
   * Changes the text by edits of the text as it is at that moment, as one step of the editor's history.
   * "typing": steps that follow at once at the same place are one.
   */
  readonly edit: (make: (text: string) => readonly TextEdit[], how?: "typing" | "step") => void;
  readonly fix: (finding: Finding) => void;
  /** Shows where a path is in the text and leaves the focus where it is. */
  readonly reveal: (path: ConfigPath) => void;
  /** Selects a range of the text and puts the focus there. */
  readonly jump: (range: { readonly from: number; readonly to: number }) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Takes note of a configuration that came into force here; a draft stays. */
  readonly follow: (config: ConfigState) => void;
}

const Context = createContext<ConfigView | null>(null);
export const ConfigViewProvider = Context.Provider;

export function useConfigView(): ConfigView {
  const view = use(Context);
  if (!view) throw new Error("useConfigView needs a ConfigViewProvider above it.");
  return view;
}

/** Whether the text's cursor is in the value at a path, and in none inside of it but the elements of a list. */
export function useIsMarked(path: ConfigPath): boolean {
  const { mark } = useConfigView();
  return useSyncExternalStore(mark.subscribe, () => mark.isAt(path));
}
