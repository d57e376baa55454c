import { Trash2 } from "lucide-react";
import { isPooling, type Traffic } from "../../../main/contract/index.ts";
import { useRequest } from "../../host/requests.ts";
import { IconButton } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ChatFields } from "./chat/chat-fields.tsx";
import { PoolingFields } from "./chat/pooling-fields.tsx";
import { RequestKindField } from "./chat/request-kind-field.tsx";
import { InputsFields } from "./inputs-fields.tsx";
import { NumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";
import { RequestFields } from "./request-fields.tsx";
import { ReuseFields } from "./reuse-fields.tsx";
import { errorWithin } from "./validate.ts";
import { count } from "../../format/text.ts";
import { formatPercent } from "../../format/numbers.ts";

interface TrafficFieldsProps {
  readonly traffic: Traffic;
  readonly index: number;
  /** There are others next to it. */
  readonly mixed: boolean;
  readonly onChange: (traffic: Traffic) => void;
  readonly onRemove: (() => void) | undefined;
}

/** Requests of one kind. */
export function TrafficFields({ traffic, index, mixed, onChange, onRemove }: TrafficFieldsProps) {
  const { plan, errors } = usePlan();
  const { model } = traffic;
  const { inputs } = traffic;
  const isOpenAi = inputs.kind === "chat" || isPooling(inputs);
  const detail = useRequest(
    "models.detail",
    { serverId: plan.serverId, model },
    { enabled: !isOpenAi },
  ).data;
  const at = `traffic.${index}`;
  const set = (part: Partial<Traffic>) => onChange({ ...traffic, ...part });
  const wrong = (...fields: string[]) =>
    fields.some((field) => errorWithin(errors, `${at}.${field}`) !== null);
  return (
    <fieldset className={mixed ? "rounded-md border border-line px-3 py-3" : ""}>
      {mixed && (
        <legend className="flex items-center gap-1 px-1 font-semibold">
          {model}
          {onRemove && (
            <IconButton label={`Remove ${model} from the mixture`} onClick={onRemove}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </legend>
      )}
      <div className="flex flex-col gap-4">
        {mixed && (
          <NumberField
            label="Weight"
            path={`${at}.weight`}
            help="Its share of all weights."
            value={traffic.weight}
            onChange={(weight) => set({ weight })}
          />
        )}
        {isOpenAi && <RequestKindField traffic={traffic} set={set} />}
        {inputs.kind === "chat" ? (
          <ChatFields traffic={traffic} inputs={inputs} at={at} set={set} />
        ) : isPooling(inputs) ? (
          <PoolingFields traffic={traffic} inputs={inputs} at={at} set={set} />
        ) : (
          <>
            <div className="flex flex-wrap gap-6">
              <NumberField
                label="Items per request"
                path={`${at}.batchSize`}
                help="1 where the model does not batch."
                value={traffic.batchSize}
                onChange={(batchSize) => set({ batchSize })}
              />
              <Field
                label="Model version"
                help={
                  detail
                    ? `Serves: ${detail.versions
                        .filter(({ state }) => state === "READY")
                        .map(({ version }) => version)
                        .join(", ")}`
                    : ""
                }
                className="w-44"
              >
                {(control) => (
                  <TextInput
                    {...control}
                    className="w-full"
                    placeholder="the server's choice"
                    value={traffic.modelVersion}
                    onChange={(event) => set({ modelVersion: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <Fold
              title="Inputs"
              summary={describeInputs(traffic)}
              wrong={wrong("inputs", "shapes", "distinctInputs", "reuse")}
            >
              <InputsFields traffic={traffic} at={at} detail={detail} set={set} />
              <ReuseFields traffic={traffic} at={at} detail={detail} set={set} />
            </Fold>
            <Fold
              title="Deadline, priority, sequences"
              summary={describeRequestOptions(traffic)}
              wrong={wrong("deadlineMs", "priority", "timeoutMicros", "sequence")}
            >
              <RequestFields traffic={traffic} at={at} set={set} />
            </Fold>
          </>
        )}
      </div>
    </fieldset>
  );
}

const sources: Record<Traffic["inputs"]["kind"], string> = {
  generated: "generated",
  "perf-analyzer": "from perf_analyzer's data",
  numpy: "from NumPy files",
  images: "from images",
  csv: "from a CSV file",
  chat: "prompts",
  embeddings: "texts",
  rerank: "queries and documents",
};

function describeReuse({ reuse }: Traffic): string {
  if (reuse.kind === "turns") return "taking turns";
  if (reuse.kind === "zipf") return `Zipf with exponent ${reuse.exponent}`;
  return `${formatPercent(reuse.share)} repeated`;
}

/** Where the inputs come from, in a few words. */
function describeInputs(traffic: Traffic): string {
  const { inputs, distinctInputs } = traffic;
  return `${sources[inputs.kind]}, ${count(distinctInputs, "different request")}, ${describeReuse(traffic)}`;
}

/** What a request carries next to its inputs, in a few words. */
function describeRequestOptions(traffic: Traffic): string {
  const { deadlineMs, priority, timeoutMicros, sequence } = traffic;
  const words = [
    ...(deadlineMs === null ? [] : [`deadline ${deadlineMs} ms`]),
    ...(priority === 0 ? [] : [`priority ${priority}`]),
    ...(timeoutMicros === null ? [] : [`queue timeout ${timeoutMicros} µs`]),
    ...(sequence === null ? [] : [`sequences of ${sequence.shortest} to ${sequence.longest}`]),
  ];
  return words.length === 0 ? "none" : words.join(", ");
}
