import { externalDataProblem } from "../../onnx-file/external-data.ts";
import { type ModelScan, scanModel } from "../../onnx-file/model-scan.ts";
import { openRegular } from "../../onnx-file/open-regular.ts";
import { fromFile } from "../../onnx-file/window.ts";
import { StatusError } from "../../../base/status-error.ts";

/**
 * Checks an ONNX file before the runtime loads it (OPT-3). Throws INVALID_ARGUMENT if it refers to
 * data outside its folder, and INTERNAL with the runtime's message if it isn't an ONNX file.
 * Undefined for the runtime's own format, which can't refer to other files.
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
