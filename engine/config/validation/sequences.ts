import { type Fix, setTo } from "../fix.ts";
import type { SequenceControl } from "../types.ts";
import type { Check } from "./check.ts";
import { checkStates } from "./states.ts";

const PATH = "sequence_batching";
const CORRELATION_TYPES = ["TYPE_UINT64", "TYPE_INT64", "TYPE_UINT32", "TYPE_INT32", "TYPE_STRING"];

/** SPEC.md CFG-V7. */
export function checkSequences(check: Check): void {
  const { config, name, problem } = check;
  const sequence = config.sequence_batching;
  if (sequence === undefined) return;
  const names = new Set<string>();
  const kinds = new Set<string>();
  sequence.control_input.forEach((input, index) => {
    const path = `${PATH}.control_input[${index}]`;
    if (input.name === "") {
      problem(
        "control-name",
        path,
        `sequence batching control tensor must have a name for ${name}`,
      );
    } else if (names.has(input.name)) {
      const message = `sequence batching control tensor '${input.name}' is specified for multiple control kinds for ${name}`;
      problem("control-reused", `${path}.name`, message);
    }
    names.add(input.name);
    if (input.control.length > 1) {
      const message = `sequence batching control tensor '${input.name}' is specified for multiple control kinds for ${name}`;
      problem("control-reused", `${path}.control[1]`, message);
    }
    input.control.forEach((control, position) => {
      const where = `${path}.control[${position}]`;
      if (kinds.has(control.kind)) {
        problem(
          "control-twice",
          where,
          `sequence batching specifies multiple ${control.kind} tensors for ${name}`,
        );
      }
      kinds.add(control.kind);
      checkControl(check, control, where);
    });
  });
  const utilization = sequence.direct?.minimum_slot_utilization ?? 0;
  if (!(utilization >= 0 && utilization <= 1)) {
    const message = `sequence batching minimum slot utilization must be in range (0.0, 1.0] for ${name}, got ${utilization}`;
    const path = `${PATH}.direct.minimum_slot_utilization`;
    problem("slot-utilization", path, message, { fix: setTo(path, utilization > 1 ? 1 : 0) });
  }
  checkStates(check, sequence.state);
}

function checkControl({ name, problem }: Check, control: SequenceControl, path: string): void {
  const { kind, int32_false_true, fp32_false_true, bool_false_true } = control;
  const pairs = { int32_false_true, fp32_false_true, bool_false_true };
  const given = Object.entries(pairs).filter(([, values]) => values.length > 0);
  if (kind === "CONTROL_SEQUENCE_CORRID") {
    if (given.length > 0) {
      const message = `sequence batching must not specify either 'int32_false_true', 'fp32_false_true' or 'bool_false_true' for ${kind} for ${name}`;
      const changes = given.map(([field]) => ({ path: `${path}.${field}` }));
      const fix: Fix = { title: `Remove ${given.map(([field]) => field).join(", ")}`, changes };
      problem("control-pair", path, message, { fix });
    }
    if (!CORRELATION_TYPES.includes(control.data_type)) {
      const message = `unexpected data type ${control.data_type} for control ${kind} for ${name}. Allowed data types are ${CORRELATION_TYPES.join(", ")}`;
      const fix = setTo(`${path}.data_type`, "TYPE_UINT64");
      problem("control-type", `${path}.data_type`, message, { fix });
    }
    return;
  }
  const [pair, ...others] = given;
  if (pair === undefined || others.length > 0) {
    const names = "'int32_false_true', 'fp32_false_true'";
    const message =
      pair === undefined
        ? `sequence batching must specify either ${names} or 'bool_false_true' for ${kind} for ${name}`
        : `sequence batching specifies more than one from ${names} and 'bool_false_true' for ${kind} for ${name}`;
    const fix: Fix = {
      title: pair === undefined ? "Set int32_false_true to [0, 1]" : `Keep ${pair[0]} alone`,
      changes:
        pair === undefined
          ? [{ path: `${path}.int32_false_true`, value: [0, 1] }]
          : others.map(([field]) => ({ path: `${path}.${field}` })),
    };
    problem("control-pair", path, message, { fix });
    return;
  }
  const [field, values] = pair;
  if (values.length !== 2) {
    const message = `sequence batching control '${field}' must have exactly 2 entries for ${kind} for ${name}, got ${values.length}`;
    const value = field === "bool_false_true" ? [false, true] : [0, 1];
    const fix: Fix = {
      title: `Set ${field} to [${value.join(", ")}]`,
      changes: [{ path: `${path}.${field}`, value }],
    };
    problem("control-pair", `${path}.${field}`, message, { fix });
  }
}
