import { formatText } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { atomicWriteFile } from "../../main/store/index.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";
import { readConfigText } from "../../main/repositories/index.ts";
import { findModels } from "./lint-paths.ts";
import { print, printError, visibleLine } from "./output.ts";

export const formatCommand: Command = {
  name: "format",
  summary: "lays out model configurations in one style",
  help: `Usage: npm run --silent batchdeck -- format PATH... [--check]

Lays out config.pbtxt files: two spaces a level, a field a line. Comments, order and what is in one line stay. PATH is
a config.pbtxt, a model's folder or a whole repository. Prints the files that it changes.

  --check                           Changes nothing; prints the files that it would change.
  --help

Exit code 0: done, or with --check nothing to change; 1: a file that does not parse, or with --check one to change;
2: wrong usage.
`,
  async run(args) {
    const { values, positionals } = parseFlags(args, {
      check: { type: "boolean", default: false },
    });
    if (positionals.length === 0)
      throw new UsageError("format takes a path: batchdeck format PATH");
    let failed = false;
    for (const given of positionals) {
      for (const { file } of (await findModels(given)).models) {
        const state = await formatFile(file, values.check);
        if (state === "changed") print(`${visibleLine(file)}\n`);
        if (state === "unreadable" || (values.check && state === "changed")) failed = true;
      }
    }
    return failed ? 1 : 0;
  },
};

async function formatFile(file: string, check: boolean) {
  const read = await readConfigText(file);
  const formatted = "fault" in read ? read.fault : format(read.text);
  if (typeof formatted === "string") {
    printError(`${visibleLine(`${file}: ${formatted}`)}\n`);
    return "unreadable";
  }
  if ("text" in read && formatted.text === read.text) return "same";
  if (!check) await atomicWriteFile(file, formatted.text);
  return "changed";
}

/** The formatted text, or its syntax error. */
function format(text: string): { text: string } | string {
  try {
    return { text: formatText(text) };
  } catch (thrown) {
    return StatusError.from(thrown).message;
  }
}
