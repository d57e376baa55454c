import type { PoolingSource } from "../../../../main/contract/index.ts";
import { NumberField, OptionalNumberField } from "../number-field.tsx";
import type { TrafficPart } from "../part.ts";
import { PathField } from "../path-field.tsx";
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
        {!(isRerank && inputs.file) && (
          <NumberField
            label={isRerank ? "Documents per request" : "Texts per request"}
            path={`${at}.batchSize`}
            value={traffic.batchSize}
            onChange={(batchSize) => set({ batchSize })}
          />
        )}
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
      <div className="flex flex-wrap items-start gap-6">
        <Choice
          label="Texts"
          about={
            inputs.file
              ? `JSON Lines with ${isRerank ? "query and documents" : "text or prompt"}.`
              : "Common words, chosen by the seed."
          }
          options={[
            { value: "words", label: "Generated" },
            { value: "file", label: "From a file" },
          ]}
          value={inputs.file ? "file" : "words"}
          onPick={(kind) =>
            set({ inputs: { ...inputs, file: kind === "file" ? { path: "" } : null } })
          }
        />
        {inputs.file && (
          <PathField
            label="File of texts"
            path={`${at}.inputs.file.path`}
            placeholder="/absolute/path/texts.jsonl"
            value={inputs.file.path}
            onChange={(path) => set({ inputs: { ...inputs, file: { path } } })}
          />
        )}
      </div>
      {isRerank ? (
        <>
          {!inputs.file && (
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
            </>
          )}
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
          {!inputs.file && (
            <LengthsField
              label="Text length"
              path={`${at}.inputs.lengths`}
              value={inputs.lengths}
              onChange={(lengths) => set({ inputs: { ...inputs, lengths } })}
            />
          )}
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
