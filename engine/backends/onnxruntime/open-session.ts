import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { ModelFileSignature, ModelFileTensor } from "../../config/types.ts";
import {
  fp32Name,
  type Rewrite,
  type RewrittenModel,
  rewriteModel,
} from "../../onnx-file/rewrite.ts";
import { fileTensor } from "./ort-tensors.ts";

type Options = InferenceSession.SessionOptions;

/** How the names and types of a session differ from those of its file (BF16-1 and INIT-2). */
export interface Adaptation {
  readonly bf16: RewrittenModel["bf16"];
  /** Values of inputs that a request leaves out, by the session's names. */
  readonly defaults: Readonly<Record<string, Tensor>>;
}

export interface OpenedSession {
  readonly session: InferenceSession;
  readonly signature: ModelFileSignature;
  /** Undefined if the session matches the file. */
  readonly adaptation: Adaptation | undefined;
}

/** Opens a session on a model file, or on a rewritten one that the binding can run. */
export async function openSession(
  modelFile: string,
  options: Options,
  rewrite: Rewrite | undefined,
): Promise<OpenedSession> {
  if (rewrite === undefined) {
    const session = await InferenceSession.create(modelFile, options);
    const [inputs, outputs] = [session.inputMetadata, session.outputMetadata];
    const signature = { inputs: inputs.map(fileTensor), outputs: outputs.map(fileTensor) };
    return { session, signature, adaptation: undefined };
  }
  const { bytes, bf16, defaultValues } = rewriteModel(await readFile(modelFile), rewrite);
  // A model passed as bytes has no folder of its own.
  const folder = { "session.model_external_initializers_file_folder_path": dirname(modelFile) };
  const session = await InferenceSession.create(bytes, {
    ...options,
    extra: { ...options.extra, ...folder },
  });
  const defaults =
    defaultValues === undefined ? {} : await readConfigValues(defaultValues, bf16.inputs, folder);
  return { session, signature: adapted(session, bf16, rewrite), adaptation: { bf16, defaults } };
}

async function readConfigValues(
  model: Uint8Array,
  bf16: ReadonlySet<string>,
  extra: Record<string, string>,
): Promise<Record<string, Tensor>> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 4, extra });
  try {
    const values = Object.entries(await session.run({}));
    return Object.fromEntries(
      values.map(([name, value]) => [
        bf16.has(name) ? fp32Name(name, "input") : name,
        new Tensor(value.type, value.data as never, value.dims),
      ]),
    );
  } finally {
    await session.release();
  }
}

/** The file's own declarations, without initializers that requests may replace. */
function adapted(
  { inputMetadata, outputMetadata }: InferenceSession,
  bf16: RewrittenModel["bf16"],
  { defaults }: Rewrite,
): ModelFileSignature {
  const named = (
    all: readonly InferenceSession.ValueMetadata[],
    names: ReadonlySet<string>,
    role: "input" | "output",
  ): ModelFileTensor[] => {
    const own = new Map([...names].map((name) => [fp32Name(name, role), name]));
    return all.map((metadata) => {
      const tensor = fileTensor(metadata);
      const name = own.get(tensor.name);
      return name === undefined ? tensor : { ...tensor, name, data_type: "TYPE_BF16" };
    });
  };
  const inputs = named(inputMetadata, bf16.inputs, "input");
  return {
    inputs: inputs.filter(({ name }) => !defaults.includes(name)),
    outputs: named(outputMetadata, bf16.outputs, "output"),
  };
}
