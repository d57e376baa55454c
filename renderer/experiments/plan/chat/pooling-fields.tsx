import type { PoolingSource } from "../../../../main/contract/index.ts";
import { NumberField, OptionalNumberField } from "../number-field.tsx";
import type { TrafficPart } from "../part.ts";
import { Choice } from "./choice.tsx";
import { LengthsField } from "./lengths-field.tsx";

interface PoolingFieldsProps extends TrafficPart {
  readonly inputs: PoolingSource;
}

/** Requests for embeddings or a rerank, whose responses are not streamed. */
export function PoolingFields({ traffic, inputs, at, set }: PoolingFieldsProps) {
  const isRerank = inputs.kind === "rerank";
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start gap-6">
        <NumberField
          label={isRerank ? "Documents per request" : "Texts per request"}
          path={`${at}.batchSize`}
          value={traffic.batchSize}
          onChange={(batchSize) => set({ batchSize })}
        />
        <NumberField
          label="Different requests"
          path={`${at}.distinctInputs`}
          value={traffic.distinctInputs}
          onChange={(distinctInputs) => set({ distinctInputs })}
        />
        <OptionalNumberField
          label="Deadline"
          path={`${at}.deadlineMs`}
          unit="ms"
          none="never"
          help="The client cancels a request after this time."
          value={traffic.deadlineMs}
          onChange={(deadlineMs) => set({ deadlineMs })}
        />
      </div>
      {isRerank ? (
        <>
          <LengthsField
            label="Query length"
            path={`${at}.inputs.queries`}
            value={inputs.queries}
            onChange={(queries) => set({ inputs: { ...inputs, queries } })}
          />
          <LengthsField
            label="Document length"
            path={`${at}.inputs.documents`}
            value={inputs.documents}
            onChange={(documents) => set({ inputs: { ...inputs, documents } })}
          />
          <OptionalNumberField
            label="Results"
            path={`${at}.inputs.topN`}
            none="all"
            help="top_n: number of documents returned."
            value={inputs.topN}
            onChange={(topN) => set({ inputs: { ...inputs, topN } })}
          />
        </>
      ) : (
        <>
          <LengthsField
            label="Text length"
            path={`${at}.inputs.lengths`}
            value={inputs.lengths}
            onChange={(lengths) => set({ inputs: { ...inputs, lengths } })}
          />
          <div className="flex flex-wrap items-start gap-6">
            <OptionalNumberField
              label="Dimensions"
              path={`${at}.inputs.dimensions`}
              none="the model's"
              help="For models that offer several sizes."
              value={inputs.dimensions}
              onChange={(dimensions) => set({ inputs: { ...inputs, dimensions } })}
            />
            <Choice
              label="Encoding"
              about="Numbers as JSON, or their bytes in base64, which is shorter."
              options={[
                { value: "float", label: "JSON" },
                { value: "base64", label: "base64" },
              ]}
              value={inputs.encoding}
              onPick={(encoding) => set({ inputs: { ...inputs, encoding } })}
            />
          </div>
        </>
      )}
    </div>
  );
}
