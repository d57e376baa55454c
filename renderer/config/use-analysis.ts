import { startTransition, useCallback, useEffect, useMemo, useState } from "react";
import type {
  CheckTextOptions,
  ModelFiles,
  ModelFileSignature,
} from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { type Analysis, analyse } from "./analysis.ts";
import { useLintContext } from "./use-lint-context.ts";

/** Typing that pauses this long is read; what is next to the text follows then. */
const READ_AFTER_MS = 120;

/** What a configuration is checked against. */
export function useCheckOptions(config: ConfigState): CheckTextOptions {
  const { model, signature, files } = config;
  const lint = useLintContext(config);
  return useMemo(
    () => ({
      modelName: model,
      ...(signature ? { signature: signature as ModelFileSignature } : {}),
      ...(files ? { files: files as ModelFiles } : {}),
      ...(lint ? { lint } : {}),
    }),
    [model, signature, files, lint],
  );
}

/** What the text says: read once typing pauses, or at once when asked to. */
export function useAnalysis(
  text: string,
  options: CheckTextOptions,
): [Analysis, readNow: (text: string) => void] {
  const [{ analysis, against }, set] = useState(() => ({
    analysis: analyse(text, options),
    against: options,
  }));
  const read = useCallback(
    (next: string) =>
      set((before) => ({ analysis: analyse(next, options, before.analysis), against: options })),
    [options],
  );
  const isRead = analysis.text === text && against === options;
  useEffect(() => {
    if (isRead) return;
    const timer = setTimeout(() => startTransition(() => read(text)), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRead, text, read]);
  return [analysis, read];
}
