import { splitTexts } from "../../wire/index.ts";
import { pieces, pythonBytes, pythonString } from "./quote.ts";
import {
  askedOutputs,
  base64,
  fewElements,
  type Input,
  isTooLarge,
  type Subject,
} from "./subject.ts";

/** NumPy's names of the protocol's datatypes. tritonclient accepts BF16 as float32, which NumPy has. */
const NUMPY: Readonly<Record<string, string>> = {
  BOOL: "np.bool_",
  UINT8: "np.uint8",
  UINT16: "np.uint16",
  UINT32: "np.uint32",
  UINT64: "np.uint64",
  INT8: "np.int8",
  INT16: "np.int16",
  INT32: "np.int32",
  INT64: "np.int64",
  FP16: "np.float16",
  BF16: "np.float32",
  FP32: "np.float32",
  FP64: "np.float64",
  BYTES: "np.object_",
};

const BASE64_LINE = 88;

/** The function that builds the request's inputs; `triton` is the client's module, `more` is added to each tensor. */
export function pythonInputs({ inputs }: Subject, more = ""): string[] {
  return [
    "def inputs():",
    ...inputs.flatMap((input, i) => [
      `    input_${i} = triton.InferInput(${pythonString(input.name)}, [${input.shape.join(", ")}], "${input.datatype}")`,
      ...(input.datatype === "BF16"
        ? ["    # float32 here: the client shortens it to bfloat16."]
        : []),
      `    input_${i}.set_data_from_numpy(${array(input)}${more})`,
    ]),
    `    return [${inputs.map((_, i) => `input_${i}`).join(", ")}]`,
  ];
}

export function needsBase64({ inputs }: Subject): boolean {
  return inputs.some((input) => array(input).includes("base64."));
}

function array(input: Input): string {
  const { datatype, shape } = input;
  const dtype = NUMPY[datatype];
  const size = `[${shape.join(", ")}]`;
  if (isTooLarge(input)) {
    return datatype === "BYTES"
      ? `np.full(${size}, b"", dtype=${dtype})`
      : `np.zeros(${size}, dtype=${dtype})`;
  }
  const reshaped = `.reshape(${size})`;
  if (datatype === "BYTES") {
    const texts = (splitTexts(input.data) ?? []).map(pythonBytes);
    return `np.array([${texts.join(", ")}], dtype=${dtype})${reshaped}`;
  }
  const elements = fewElements(input);
  if (elements) {
    return `np.array([${elements.map(pythonElement).join(", ")}], dtype=${dtype})${reshaped}`;
  }
  const lines = pieces(base64(input), BASE64_LINE).map((piece) => `        "${piece}"`);
  const decoded = ["base64.b64decode(", ...lines, "    )"].join("\n");
  if (datatype !== "BF16") return `np.frombuffer(${decoded}, dtype=${dtype})${reshaped}`;
  return `(np.frombuffer(${decoded}, dtype=np.uint16).astype(np.uint32) << 16).view(${dtype})${reshaped}`;
}

const WORDS: Readonly<Record<string, string>> = {
  true: "True",
  false: "False",
  NaN: "np.nan",
  Infinity: "np.inf",
  "-Infinity": "-np.inf",
};

const pythonElement = (text: string) => WORDS[text] ?? text;

/** Arguments of infer after model and inputs. */
export function pythonArguments(subject: Subject, asJson = false): [string, string][] {
  const { modelVersion, id, outputs, parameters } = subject;
  const given: [string, string][] = [];
  if (modelVersion) given.push(["model_version", pythonString(modelVersion)]);
  if (id) given.push(["request_id", pythonString(id)]);
  if (outputs.length > 0) {
    const asked = outputs.map((output) => requested(output, asJson));
    given.push(["outputs", `[${asked.join(", ")}]`]);
  }
  for (const name of ["priority", "timeout"]) {
    if (parameters[name] !== undefined) given.push([name, String(parameters[name])]);
  }
  return given;
}

function requested({ name, classification }: Subject["outputs"][number], asJson: boolean): string {
  const classes = classification ? `, class_count=${classification}` : "";
  const form = asJson ? ", binary_data=False" : "";
  return `triton.InferRequestedOutput(${pythonString(name)}${form}${classes})`;
}

/** Statements that print a result. */
export function pythonPrints(subject: Subject, result: string): string[] {
  return askedOutputs(subject).map(
    ({ name }) => `print(${pythonString(name)}, ${result}.as_numpy(${pythonString(name)}))`,
  );
}

export const indented = (lines: readonly string[], by: number) =>
  lines.map((line) => `${" ".repeat(by)}${line}`);

/** Seconds in Python. */
export const seconds = (ms: number) => String(ms / 1000);
