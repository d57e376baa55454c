import type { ConfigPath } from "../../../engine/config/index.ts";
import { useConfigView } from "../config-view.ts";
import { ChoiceControl, NumberTextControl } from "./inputs.tsx";
import { isOnnx } from "./runtime-kind.ts";
import { Columns, Section } from "./section.tsx";

/** A backend parameter: its name in the text, and what is removed with it. */
const parameter = (name: string) => ({
  path: ["parameters", name, "string_value"] as ConfigPath,
  entry: ["parameters", name] as ConfigPath,
  name,
});

const modes = [
  { value: "0", label: "0: one operator after another" },
  { value: "1", label: "1: operators in parallel" },
];

const levels = [
  { value: "-1", label: "-1: basic" },
  { value: "0", label: "0: all" },
  { value: "1", label: "1: extended" },
  { value: "2", label: "2: none" },
];

/** Settings of ONNX Runtime. */
export function Runtime() {
  const { parsed, config } = useConfigView();
  if (!isOnnx(parsed.config, config.signature !== null)) return null;
  return (
    <Section title="ONNX Runtime">
      <Columns>
        <NumberTextControl
          {...parameter("intra_op_thread_count")}
          label="Threads in an operator"
          placeholder="0: the server chooses"
          help="Threads that one operator of one instance may use. Default 0: the embedded engine shares the cores among the instances; Triton gives all cores to each."
        />
        <NumberTextControl
          {...parameter("inter_op_thread_count")}
          label="Threads between operators"
          placeholder="0: the server chooses"
          help="Operators that may run at the same time; used only when operators run in parallel. Default 0."
        />
        <ChoiceControl
          {...parameter("execution_mode")}
          label="Execution"
          options={modes}
          none="Default: one after another"
          help="Whether independent operators run at the same time. Default 0."
        />
        <ChoiceControl
          path={["optimization", "graph", "level"]}
          label="Graph optimisation"
          options={levels}
          none="Default: all"
        />
      </Columns>
    </Section>
  );
}
