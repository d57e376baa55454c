import { execFile } from "node:child_process";
import { rm, stat } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { StatusError } from "../../../base/status-error.ts";
import type { ModelConfig } from "../../config/types.ts";
import {
  ENVIRONMENT_PATH,
  environmentPath,
  MODEL_DIRECTORY,
} from "../../config/validation/python.ts";
import { contains, staysWithin } from "../../onnx-file/within-folder.ts";
import nodeEnvironment from "../../node-environment.json" with { type: "json" };
import { makeOverrideFolder } from "../../repository/override-folders.ts";
import type { PythonSettings } from "./settings.ts";

/** How to start Python for a model. */
export interface Interpreter {
  readonly command: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Time limit for unpacking an archive. */
const UNPACK_MS = 10 * 60_000;

/** Unpacked archives, by path and modification. */
type Unpacked = Map<string, Promise<string>>;

/** Finds the interpreters of models and unpacks archived environments, each once. */
export class Interpreters {
  readonly #settings: PythonSettings;
  readonly #unpacked: Unpacked = new Map();

  constructor(settings: PythonSettings) {
    this.#settings = settings;
  }

  /**
   * `modelFolder` is the model's. Throws INVALID_ARGUMENT for an unusable environment (PYTHON-ENV-1
   * to 4).
   */
  async find(config: ModelConfig, modelFolder: string): Promise<Interpreter> {
    const written = environmentPath(config);
    if (written === undefined) {
      const command = this.#settings.executable ?? defaultCommand();
      return { command, env: environment({}) };
    }
    const path = await locate(written, modelFolder);
    const found = await stat(path).catch((error: Error) => {
      throw invalid(written, `which can't be read (${error.message})`);
    });
    return inFolder(found.isDirectory() ? path : await this.#unpack(path, found, written), written);
  }

  /** Removes unpacked archives. */
  async close(): Promise<void> {
    const folders = await Promise.allSettled(this.#unpacked.values());
    this.#unpacked.clear();
    for (const folder of folders) {
      if (folder.status === "fulfilled") await rm(folder.value, { recursive: true, force: true });
    }
  }

  #unpack(
    path: string,
    { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number },
    written: string,
  ): Promise<string> {
    const key = `${path}:${size}:${mtimeMs}`;
    let folder = this.#unpacked.get(key);
    if (folder === undefined) {
      folder = unpack(path, written);
      this.#unpacked.set(key, folder);
      // The problem may be fixed by the next load.
      folder.catch(() => this.#unpacked.delete(key));
    }
    return folder;
  }
}

const defaultCommand = (): string => (process.platform === "win32" ? "python" : "python3");

/** The folder or archive; if its path is relative, it must stay in the model's folder. */
async function locate(written: string, modelFolder: string): Promise<string> {
  if (!written.startsWith(MODEL_DIRECTORY)) return resolve(written);
  const inner = written.slice(MODEL_DIRECTORY.length).replace(/^[\\/]+/, "");
  if (await staysWithin(modelFolder, inner)) return resolve(modelFolder, inner);
  throw invalid(written, "which leads out of the model's folder");
}

async function inFolder(folder: string, written: string): Promise<Interpreter> {
  const programs =
    process.platform === "win32"
      ? ["python.exe", "Scripts/python.exe"]
      : ["bin/python3", "bin/python"];
  for (const program of programs) {
    const command = join(folder, program);
    const found = await stat(command).catch(() => undefined);
    if (!found?.isFile() || !contains(folder, command)) continue;
    return {
      command,
      env: environment({
        PATH: [dirname(command), process.env["PATH"] ?? ""].join(delimiter),
        // As Triton's documentation asks for: the user's packages aren't part of the environment.
        PYTHONNOUSERSITE: "True",
      }),
    };
  }
  throw invalid(written, `which has no ${programs.join(" and no ")}`);
}

function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // How this process allocates memory is no setting of Python's.
  const own: Readonly<Record<string, string>> = nodeEnvironment;
  const inherited = Object.entries(process.env).filter(([name, value]) => own[name] !== value);
  return {
    ...Object.fromEntries(inherited),
    // Python would write bytecode next to model.py, and a changed repository is loaded again.
    PYTHONDONTWRITEBYTECODE: "1",
    ...more,
  };
}

/**
 * Uses the system's tar, which extracts nothing outside of the folder, neither through `..` nor
 * through links.
 */
async function unpack(archive: string, written: string): Promise<string> {
  const folder = await makeOverrideFolder();
  try {
    await promisify(execFile)("tar", ["-xf", archive, "-C", folder, "--no-same-owner"], {
      timeout: UNPACK_MS,
    });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw invalid(written, `which tar can't unpack (${(stderr || message).trim().split("\n")[0]})`);
  }
}

function invalid(written: string, reason: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `parameters "${ENVIRONMENT_PATH}" is "${written}", ${reason}; it names a folder with an environment of Python or an archive of one`,
    { details: { field: `parameters["${ENVIRONMENT_PATH}"]` } },
  );
}
