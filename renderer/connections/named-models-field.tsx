import { Fold } from "../ui/fold.tsx";
import { namesIn } from "../host/connection-form/form.ts";
import { useForm } from "../host/connection-form/form-context.ts";
import { TextField } from "../ui/text-field.tsx";

const HELP =
  "Separated by commas. TensorFlow Serving has no list of its models, and some servers of the Open Inference Protocol have none: a model without requests shows only if it is named here.";

/** Names of models, for servers that don't list their models; collapsed if the server probably does. */
export function NamedModelsField() {
  const { form, change, errorOf, found } = useForm();
  const kind = form.kind === "auto" ? (found ?? "auto") : form.kind;
  const names = namesIn(form.models);
  const mayNeed = ["auto", "openInference", "tensorflowServing"].includes(kind);
  if (!mayNeed && names.length === 0) return null;
  const field = (
    <TextField
      label="Model names"
      help={HELP}
      example="resnet, half_plus_two"
      exact
      maxLength={20_000}
      value={form.models}
      error={errorOf("models")}
      onChange={(models) => change({ models })}
    />
  );
  if (kind === "tensorflowServing") return field;
  return (
    <Fold
      title="Models by name"
      summary={names.join(", ") || "none"}
      wrong={errorOf("models") !== null}
    >
      {field}
    </Fold>
  );
}
