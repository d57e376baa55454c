import type { ReactNode } from "react";
import type { TritonLog } from "../../main/contract/index.ts";
import { Field, Select, TextInput } from "../ui/field.tsx";
import { CheckBox } from "./check-box.tsx";
import { Flag } from "./flag.tsx";

interface LogFieldProps {
  readonly name: string;
  readonly value: TritonLog[string];
  readonly error: string | null;
  readonly onChange: (value: boolean | string) => void;
}

const words: Record<string, { label: string; help?: ReactNode }> = {
  log_error: { label: "Errors" },
  log_warning: { label: "Warnings" },
  log_info: { label: "Information" },
  log_verbose_level: {
    label: "Verbose level",
    help: "0: off. Verbose lines cost throughput.",
  },
  log_format: { label: "Format" },
  log_file: {
    label: "File",
    help: (
      <>
        Empty: the server’s console. Newer versions set it only at startup, with{" "}
        <Flag>--log-file</Flag>.
      </>
    ),
  },
};
const FORMATS = ["default", "ISO8601"];

/** One setting, with a control for its type of value. */
export function LogField({ name, value, error, onChange }: LogFieldProps) {
  const { label, help } = words[name] ?? { label: name };
  if (typeof value === "boolean")
    return <CheckBox label={label} checked={value} onPick={onChange} />;
  const text = String(value);
  return (
    <Field label={label} help={help} error={error}>
      {(props) =>
        name === "log_format" ? (
          <Select
            {...props}
            value={text}
            onPick={onChange}
            options={[...new Set([...FORMATS, text])].map((each) => ({
              value: each,
              label: each,
            }))}
          />
        ) : (
          <TextInput
            {...props}
            value={text}
            inputMode={name === "log_verbose_level" ? "numeric" : "text"}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
