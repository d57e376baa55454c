import { join, relative } from "node:path";
import type { ModelConfig, SequenceState } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { readFileOfModel } from "../../repository/repository-file.ts";
import { bytesOffsets } from "../../requests/bytes-elements.ts";
import { ELEMENT_BYTES, elementCount, wireDatatype } from "../../requests/datatypes.ts";
import type { InitialStateData } from "./implicit-state.ts";

const MAX_STATE_BYTES = 1024 * 1024 * 1024;

/**
 * Reads the `data_file`s of implicit states from `initial_state/` in the model's directory (rule SEQ-15). Throws
 * INVALID_ARGUMENT if a file is missing, too short or, for strings, has a number of elements other than its dims.
 */
export async function readInitialStates(
  directory: string,
  config: ModelConfig,
): Promise<InitialStateData> {
  const data = new Map<string, Uint8Array>();
  for (const state of config.sequence_batching?.state ?? []) {
    const file = state.initial_state[0]?.data_file;
    if (file === undefined) continue;
    data.set(state.input_name, checked(state, file, await read(directory, state, file)));
  }
  return data;
}

async function read(directory: string, state: SequenceState, file: string): Promise<Uint8Array> {
  const folder = join(directory, "initial_state");
  const path = join(folder, file);
  if (relative(folder, path).startsWith("..")) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `state '${state.input_name}' has the initial_state data_file "${file}", which is not within the model's initial_state folder`,
    );
  }
  try {
    const { bytes, isWhole } = await readFileOfModel(directory, path, MAX_STATE_BYTES);
    if (!isWhole) throw new Error(`it has more than ${MAX_STATE_BYTES / 2 ** 20} MiB`);
    return bytes;
  } catch (error) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `state '${state.input_name}' has the initial_state data_file "${file}", but '${path}' can't be read (${(error as Error).message})`,
      { cause: error },
    );
  }
}

function checked(state: SequenceState, file: string, content: Uint8Array): Uint8Array {
  const datatype = wireDatatype(state.data_type);
  const elements = elementCount(state.initial_state[0]?.dims ?? []);
  if (datatype === "BYTES") {
    bytesOffsets(content, elements, state.input_name);
    return content;
  }
  const byteLength = elements * ELEMENT_BYTES[datatype];
  if (content.byteLength < byteLength) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `initial_state setting expects ${byteLength} bytes, but the data provided from ${file} only has ${content.byteLength} bytes.`,
    );
  }
  return content.subarray(0, byteLength);
}
