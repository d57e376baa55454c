import {
  checkText,
  type CheckTextOptions,
  type Finding,
  parseConfig,
  type ParsedConfig,
} from "../../engine/config/index.ts";

/** A parsed text with its findings. */
export interface Analysis {
  readonly text: string;
  /** The parsed text; if it has syntax errors, the last valid one. */
  readonly parsed: ParsedConfig;
  readonly readable: boolean;
  readonly findings: readonly Finding[];
}

/** Analyses a text. `before`: the previous analysis, for a text with syntax errors. */
export function analyse(text: string, options: CheckTextOptions, before?: Analysis): Analysis {
  const parsed = parseConfig(text);
  const readable = parsed.findings.length === 0;
  return {
    text,
    parsed: readable || !before ? parsed : before.parsed,
    readable,
    findings: readable ? checkText(text, options) : parsed.findings,
  };
}
