import type { PythonSettings } from "../backends/python/settings.ts";
import { FlagError, type FlagReader, wholeNumber } from "./flag-values.ts";

const MAX_INT32 = 2 ** 31 - 1;
/** Timers hold 2³¹−1 ms. */
const MAX_SECONDS = 2_147_483;

const MAX_BATCH_SIZE = "default-max-batch-size";

/** For Python models; Triton's settings for shared memory and threads have no effect. */
const PYTHON = [
  "executable",
  "stub-timeout-seconds",
  "execute-timeout-seconds",
  "allow-loaded-code",
] as const;

type Settings = Pick<FlagReader, "all">;

/** Throws a FlagError for an invalid value of `--backend-config`. */
export function checkBackendSettings(values: readonly string[]): void {
  const flags: Settings = { all: () => [...values] };
  defaultMaxBatchSize(flags);
  pythonSettings(flags);
}

/** `--backend-config=BACKEND,NAME=VALUE`; without a backend it applies to all. */
function backendSettings(flags: Settings) {
  return flags.all("backend-config").map((setting) => {
    const [, backend = "", name, value] = /^(?:([^,=]*),)?([^,=]+)=(.+)$/.exec(setting) ?? [];
    if (name !== undefined && value !== undefined) return { backend, name, value };
    throw new FlagError(
      `--backend-config option format is '<backend name>,<setting>=<value>'. Got ${setting}`,
    );
  });
}

export function defaultMaxBatchSize(flags: Settings): number {
  const sizes = new Map<string, number>();
  for (const { backend, name, value } of backendSettings(flags)) {
    if (name !== MAX_BATCH_SIZE) continue;
    sizes.set(backend, wholeNumber(`--backend-config's ${MAX_BATCH_SIZE}`, value, MAX_INT32));
  }
  return sizes.get("onnxruntime") ?? sizes.get("") ?? 4;
}

export function pythonSettings(flags: Settings): PythonSettings {
  const given = new Map<string, string>();
  for (const { backend, name, value } of backendSettings(flags)) {
    if (backend === "python") given.set(name, value);
  }
  const seconds = (name: (typeof PYTHON)[number]) => {
    const value = given.get(name);
    return value === undefined
      ? undefined
      : wholeNumber(`--backend-config=python,${name}`, value, MAX_SECONDS);
  };
  return {
    executable: given.get("executable"),
    startSeconds: seconds("stub-timeout-seconds"),
    executeSeconds: seconds("execute-timeout-seconds"),
    allowsLoadedCode: allowsLoadedCode(given.get("allow-loaded-code")),
  };
}

function allowsLoadedCode(value: string | undefined): boolean | undefined {
  if (value === undefined || value === "false") return undefined;
  if (value === "true") return true;
  throw new FlagError(
    `--backend-config=python,allow-loaded-code takes true or false, not '${value}'.`,
  );
}

/** Settings that no backend of this engine has, each with the reason. */
export function idleBackendSettings(flags: FlagReader): string[] {
  const idle = backendSettings(flags).filter(({ backend, name }) => {
    if (name === MAX_BATCH_SIZE) return !["", "onnxruntime"].includes(backend);
    return backend !== "python" || !(PYTHON as readonly string[]).includes(name);
  });
  return idle.map(({ backend, name }) => {
    const setting = backend === "" ? name : `${backend},${name}`;
    const reason =
      backend === "python"
        ? "shared memory of Python models grows as it is needed"
        : "a model's settings stand in its config.pbtxt";
    return `--backend-config=${setting} (${reason})`;
  });
}
