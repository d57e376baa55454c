import { controlInputs, controlType } from "../../config/sequence-tensors.ts";
import type { ModelConfig, SequenceControl } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { encodeStrings } from "../../requests/bytes-elements.ts";
import { ELEMENT_BYTES } from "../../requests/datatypes.ts";
import { type InputSpec, modelIo } from "../../requests/model-io.ts";
import type { NormalizedInput } from "../../requests/normalize.ts";
import type { CorrelationId } from "./correlation.ts";

/** The values of the controls for one request; a null request isn't ready and has no id. */
export interface ControlValues {
  readonly id: CorrelationId | undefined;
  readonly start: boolean;
  readonly end: boolean;
  readonly ready: boolean;
}

type Make = (values: ControlValues) => NormalizedInput;

/** Creates the configured control inputs (rule SEQ-13): one element each, of shape [1]. */
export class ControlTensors {
  readonly #model: string;
  readonly #makers: readonly Make[];
  readonly #idType: InputSpec["datatype"] | undefined;

  constructor(config: ModelConfig) {
    this.#model = config.name;
    const inputs = controlInputs(config);
    const { inputsByName } = modelIo({ ...config, input: inputs });
    const controls = (config.sequence_batching?.control_input ?? []).flatMap(
      ({ name, control: [control] }) => {
        const spec = inputsByName.get(name);
        return control === undefined || spec === undefined ? [] : [{ control, spec }];
      },
    );
    const shape = config.max_batch_size > 0 ? [1, 1] : [1];
    this.#makers = controls.map(({ control, spec }) => maker(control, spec, shape));
    this.#idType = controls.find(
      ({ control }) => control.kind === "CONTROL_SEQUENCE_CORRID",
    )?.spec.datatype;
  }

  /** Throws INVALID_ARGUMENT for an id that doesn't fit in the model's tensor. */
  checkId(id: CorrelationId): void {
    if (typeof id !== "string" || this.#idType === undefined || this.#idType === "BYTES") return;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `parameter 'sequence_id' is the string ${JSON.stringify(id)}, but model '${this.#model}' takes correlation IDs of type ${this.#idType}: send an integer`,
      { details: { field: "sequence_id", value: id } },
    );
  }

  inputs(values: ControlValues): NormalizedInput[] {
    return this.#makers.map((make) => make(values));
  }
}

function maker(control: SequenceControl, spec: InputSpec, shape: readonly number[]): Make {
  const input = (data: Uint8Array): NormalizedInput => ({
    spec,
    tensor: {
      name: spec.name,
      datatype: spec.datatype,
      shape,
      segments: [data],
      byteLength: data.byteLength,
    },
  });
  if (control.kind === "CONTROL_SEQUENCE_CORRID") {
    return ({ id }) => input(idBytes(id, spec.datatype));
  }
  const [no, yes] = booleanBytes(control).map(input) as [NormalizedInput, NormalizedInput];
  switch (control.kind) {
    case "CONTROL_SEQUENCE_START":
      return ({ start }) => (start ? yes : no);
    case "CONTROL_SEQUENCE_END":
      return ({ end }) => (end ? yes : no);
    default:
      return ({ ready }) => (ready ? yes : no);
  }
}

/** The bytes for false and for true. */
function booleanBytes(control: SequenceControl): Uint8Array[] {
  switch (controlType(control)) {
    case "TYPE_INT32":
      return control.int32_false_true.map((value) => toBytes(new Int32Array([value])));
    case "TYPE_FP32":
      return control.fp32_false_true.map((value) => toBytes(new Float32Array([value])));
    default:
      return control.bool_false_true.map((value) => new Uint8Array([value ? 1 : 0]));
  }
}

const toBytes = ({ buffer }: Int32Array | Float32Array): Uint8Array => new Uint8Array(buffer);

/** An integer's low bytes, or its digits if the tensor has strings; without an id, 0 or "". */
function idBytes(id: CorrelationId | undefined, datatype: InputSpec["datatype"]): Uint8Array {
  if (datatype === "BYTES") return encodeStrings([id === undefined ? "" : String(id)]);
  const data = new DataView(new ArrayBuffer(8));
  data.setBigUint64(0, typeof id === "bigint" ? id : 0n, true);
  return new Uint8Array(data.buffer, 0, ELEMENT_BYTES[datatype]);
}
