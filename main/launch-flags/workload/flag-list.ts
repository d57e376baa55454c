import { shortShellWord } from "../../../base/shell-word.ts";
import { StatusError } from "../../../base/status-error.ts";
import { joinCommandLine, splitCommandLine } from "../command-line.ts";
import { refuseReserved } from "../flags/arguments.ts";
import { type Environment, environmentOf } from "./environment.ts";
import type { WorkloadContainer } from "./source.ts";

/** What a container has its flags in. */
export interface FlagList {
  readonly field: "command" | "args";
  /** As the field is; null where the container has none. */
  readonly original: readonly string[] | null;
  /** The program's words; of a shell's script, the words of its one command. */
  readonly words: readonly string[];
  /** The variable that has them; null: the field has. */
  readonly variable: string | null;
  /** The field and the variable with other words. */
  write(words: readonly string[]): Written;
}

interface Written {
  readonly words: readonly string[] | null;
  readonly environment: Environment;
}

const SHELL = /^(?:\/usr)?(?:\/bin\/)?(?:ba|da|a)?sh$/;
/** The cluster reaches the server by these. */
const OWN = ["--host", "--port", "--uds", "--root-path"];
/** Passed on by the script of KServe's presets (kserve/kserve config/llmisvcconfig/config-llm-template.yaml at aaac4e29). */
const VARIABLE = "VLLM_ADDITIONAL_ARGS";

/** FAILED_PRECONDITION says why a container's flags can't be changed. */
export function flagList(container: WorkloadContainer): FlagList {
  const list = ofPreset(container) ?? ofScript(container) ?? ofField(container);
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

function ofField({ command, args, merged }: WorkloadContainer): FlagList {
  const field = args === null && command !== null ? "command" : "args";
  const original = field === "command" ? command : args;
  return {
    field,
    original,
    // A list of its own would replace that of the preset.
    words: original ?? merged?.args ?? [],
    variable: null,
    write: (words) => ({ words: [...words], environment: {} }),
  };
}

/** `sh -c SCRIPT`, where the script is one simple command. Null: no shell runs it. */
function ofScript({ name, command, args }: WorkloadContainer): FlagList | null {
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
      variable: null,
      write: (changed) => ({
        words: (original ?? []).map((each, index) =>
          index === at ? joinCommandLine(changed) : each,
        ),
        environment: {},
      }),
    };
  } catch (error) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The container '${name}' runs a shell script. ${StatusError.from(error).message} Flags of a script can't be changed safely: write the command as a list, without a shell.`,
    );
  }
}

/**
 * Of a container whose script KServe's presets make, its own arguments, or the variable that the script passes on to vLLM;
 * LAUNCH-20. Null: no such script runs.
 */
function ofPreset(container: WorkloadContainer): FlagList | null {
  const { name, merged, args } = container;
  const command = merged?.command ?? [];
  if (!merged || !isShell(command)) return null;
  const script = command[2] ?? merged.args?.[0] ?? "";
  const passesVariable = script.includes(VARIABLE);
  // Of `sh -c`, the words after the script are its parameters.
  const passesArguments = command.length > 2 && script.includes("$@");
  const value = passesVariable ? variableOf(container) : "";
  const hasOwn = args !== null && args.length > 0 && passesArguments;
  if (hasOwn && value.trim() !== "")
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The container '${name}' has flags in its args and in ${VARIABLE}. Move them to one of the two first.`,
    );
  if (!passesVariable && !passesArguments)
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The container '${name}' runs a shell script of KServe's presets that takes no flags. Change the preset.`,
    );
  const isEvaluated = /\beval\b/.test(script);
  const common = { field: "args", original: args } as const;
  if (passesVariable && !hasOwn)
    return {
      ...common,
      words: isEvaluated ? splitFlags(value, name) : splitAtSpaces(value),
      variable: VARIABLE,
      write: (words) => ({
        words: args,
        environment: {
          [VARIABLE]: isEvaluated ? joinCommandLine(words) : joinWithSpaces(words, name),
        },
      }),
    };
  return {
    ...common,
    words: isEvaluated ? splitFlags((args ?? []).join(" "), name) : (args ?? []),
    variable: null,
    write: (words) => ({
      words: isEvaluated ? words.map(shortShellWord) : [...words],
      environment: {},
    }),
  };
}

/** The container's own, or the preset's. FAILED_PRECONDITION where it comes from elsewhere, such as a Secret. */
function variableOf({ name, environment, merged }: WorkloadContainer): string {
  const own = environmentOf({ name, environment }, [VARIABLE])[VARIABLE];
  const preset = { name, environment: merged?.environment ?? [] };
  return own ?? environmentOf(preset, [VARIABLE])[VARIABLE] ?? "";
}

function splitFlags(text: string, container: string): string[] {
  try {
    return splitCommandLine(text.trim());
  } catch (error) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The flags of the container '${container}' can't be read exactly. ${StatusError.from(error).message}`,
    );
  }
}

/** As a shell splits an unquoted variable: quotes are part of the words. */
function splitAtSpaces(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function joinWithSpaces(words: readonly string[], container: string): string {
  const special = words.find((word) => word === "" || /[\s*?[\]]/.test(word));
  if (special === undefined) return words.join(" ");
  throw new StatusError(
    "FAILED_PRECONDITION",
    `The script of the container '${container}' splits ${VARIABLE} at spaces and replaces patterns, so '${special}' can't be one of its words.`,
  );
}
