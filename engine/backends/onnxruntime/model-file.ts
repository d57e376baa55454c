import { externalDataProblem } from "../../onnx-file/external-data.ts";
import { type ModelScan, scanModel } from "../../onnx-file/model-scan.ts";
import { openRegular } from "../../onnx-file/open-regular.ts";
import { fromFile } from "../../onnx-file/window.ts";
import { StatusError } from "../../../base/status-error.ts";

/**
 * Looks through an ONNX file before the runtime gets it (rule OPT-3). Throws INVALID_ARGUMENT where it refers to data
 * outside its folder, and INTERNAL in the runtime's words where it is no ONNX file. Undefined for files in the runtime's
 * own format, which can't refer to others.
 */
export async function checkModelFile(path: string): Promise<ModelScan | undefined> {
  const { file, size } = await openModel(path);
  await using _closed = file;
  if (/\.ort$/i.test(path)) return undefined;
  const scan = await scanModel(fromFile(file, size)).catch((thrown: unknown) => {
    const { code, message } = StatusError.from(thrown);
    if (code !== "INVALID_ARGUMENT") throw thrown;
    throw new StatusError(
      "INTERNAL",
      `onnx runtime error: Load model from ${path} failed:Protobuf parsing failed. ${message}`,
      { cause: thrown },
    );
  });
  for (const location of scan.locations) {
    const problem = await externalDataProblem(path, location);
    if (problem === undefined) continue;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `'${path}' refers to ${problem}; keep external data next to the ONNX file`,
    );
  }
  return scan;
}

function openModel(path: string): ReturnType<typeof openRegular> {
  return openRegular(path).catch((error: Error) => {
    throw new StatusError("INVALID_ARGUMENT", `'${path}' can't be read (${error.message})`, {
      cause: error,
    });
  });
}
