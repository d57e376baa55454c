import {
  checkText,
  type CheckTextOptions,
  type Finding,
  parseConfig,
  type ParsedConfig,
} from "../../engine/config/index.ts";

/** What a text says and what is wrong with it. */
export interface Analysis {
  readonly text: string;
  /** The text where it parses, else the last one that did. */
  readonly parsed: ParsedConfig;
  readonly readable: boolean;
  readonly findings: readonly Finding[];
}

/** Reads a text. `before`: what was read last, for a text that does not parse. */
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
