import { StatusError } from "../../../base/status-error.ts";
import { joinCommandLine, splitCommandLine } from "../command-line.ts";
import { refuseReserved } from "../flags/arguments.ts";
import type { WorkloadContainer } from "./source.ts";

/** The list of a container that holds its flags. */
export interface FlagList {
  readonly field: "command" | "args";
  /** As it is; null where the container has none. */
  readonly original: readonly string[] | null;
  /** The program's words; of a shell's script, the words of its one command. */
  readonly words: readonly string[];
  /** The list with other words. */
  write(words: readonly string[]): string[];
}

const SHELL = /^(?:\/usr)?(?:\/bin\/)?(?:ba|da|a)?sh$/;
/** The cluster reaches the server by these. */
const OWN = ["--host", "--port", "--uds", "--root-path"];

/** FAILED_PRECONDITION says why a container's flags can't be changed. */
export function flagList(container: WorkloadContainer): FlagList {
  const list = script(container) ?? plain(container);
  try {
    refuseReserved(list.words, OWN);
  } catch (error) {
    throw new StatusError("FAILED_PRECONDITION", StatusError.from(error).message);
  }
  return list;
}

/** `sh -c` and the like. */
export function isShell([program = "", option = ""]: readonly string[]): boolean {
  return SHELL.test(program) && /^-[a-z]*c$/.test(option);
}

function plain({ command, args }: WorkloadContainer): FlagList {
  const field = args === null && command !== null ? "command" : "args";
  const original = field === "command" ? command : args;
  return { field, original, words: original ?? [], write: (words) => [...words] };
}

/** `sh -c SCRIPT`, where the script is one simple command. Null: no shell runs it. */
function script({ name, command, args }: WorkloadContainer): FlagList | null {
  const all = [...(command ?? []), ...(args ?? [])];
  if (command === null || !isShell(all)) return null;
  const field = command.length > 2 ? "command" : "args";
  const original = field === "command" ? command : args;
  const at = 2 - (field === "args" ? command.length : 0);
  const text = original?.[at] ?? "";
  try {
    const words = splitCommandLine(text.trim());
    return {
      field,
      original,
      words,
      write: (changed) =>
        (original ?? []).map((each, index) => (index === at ? joinCommandLine(changed) : each)),
    };
  } catch (error) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The container '${name}' runs a shell script. ${StatusError.from(error).message} Flags of a script can't be changed safely: write the command as a list, without a shell.`,
    );
  }
}
