import { startTransition, useCallback, useEffect, useState } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { type Analysis, analyse } from "./analysis.ts";

/** Typing that pauses this long is read; what stands beside the text follows then. */
const READ_AFTER_MS = 120;

/** What the text says: read once typing pauses, or at once when asked to. */
export function useAnalysis(
  text: string,
  config: ConfigState,
): [Analysis, readNow: (text: string) => void] {
  const { model, signature } = config;
  const [{ analysis, against }, set] = useState(() => ({
    analysis: analyse(text, { model, signature }),
    against: signature,
  }));
  const read = useCallback(
    (next: string) =>
      set((before) => ({
        analysis: analyse(next, { model, signature }, before.analysis),
        against: signature,
      })),
    [model, signature],
  );
  const isRead = analysis.text === text && against === signature;
  useEffect(() => {
    if (isRead) return;
    const timer = setTimeout(() => startTransition(() => read(text)), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRead, text, read]);
  return [analysis, read];
}
