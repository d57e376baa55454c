import { useEffect, useState } from "react";
import {
  hasTiming,
  REQUEST_TRACE_FORMATS,
  type RequestTrace,
  type RequestTraceFormat,
  type RequestTraceSummary,
} from "../../../../main/contract/index.ts";
import { useRequest } from "../../../host/requests.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { ErrorNotice } from "../../../ui/notice.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { NumberField, OptionalNumberField } from "../number-field.tsx";
import { PathField } from "../path-field.tsx";
import { TraceSummary } from "./trace-summary.tsx";

interface TraceFieldsProps {
  readonly trace: RequestTrace;
  readonly at: string;
  readonly onChange: (trace: RequestTrace) => void;
}

export const FIRST_TRACE: RequestTrace = {
  kind: "trace",
  path: "",
  format: "mooncake",
  from: 0,
  until: null,
  read: null,
};

const FORMATS = [
  { value: "", label: "Detect" },
  ...Object.entries(REQUEST_TRACE_FORMATS).map(([value, label]) => ({ value, label })),
];

/** Recorded requests: the file, the part to replay, and a summary. */
export function TraceFields({ trace, at, onChange }: TraceFieldsProps) {
  const { path, from, until, sample = null } = trace;
  const [format, setFormat] = useState<RequestTraceFormat | null>(
    trace.read === null ? null : trace.format,
  );
  const order = { path, format, from, until, sample };
  const asked = useSettled(JSON.stringify(order));
  const isWhole =
    ![from, until, sample?.conversations, sample?.seed].some(Number.isNaN) &&
    (until === null || until > from);
  const isSettled = asked === JSON.stringify(order);
  const { data, error, isFetching, refetch } = useRequest("lab.requestTrace", order, {
    enabled: path !== "" && isWhole && isSettled,
  });
  useEffect(() => {
    if (data && !isRead(trace, data)) onChange({ ...trace, ...known(data) });
  }, [data, trace, onChange]);
  const change = (part: Partial<RequestTrace>) => onChange({ ...trace, ...part, read: null });
  // A file too large to be read as a whole has no format yet.
  const mayBeTexts =
    (data?.format ?? format) === "sharegpt" ||
    sample !== null ||
    (!data && format === null && error !== null);
  return (
    <div className="flex flex-col gap-4">
      <PathField
        label="Trace file"
        path={`${at}.path`}
        placeholder="/absolute/path/trace.jsonl"
        value={path}
        onChange={(next) => change({ path: next })}
      />
      <div className="flex flex-wrap items-start gap-6">
        <Field
          label="Format"
          help="Recognised by the file's first line unless you choose one."
          className="w-52"
        >
          {(control) => (
            <Select
              {...control}
              options={FORMATS}
              value={format ?? ""}
              onPick={(picked) => {
                const next = (picked || null) as RequestTraceFormat | null;
                setFormat(next);
                change(next === null ? {} : { format: next });
              }}
            />
          )}
        </Field>
        {mayBeTexts && (
          <>
            <OptionalNumberField
              label="Sample"
              path={`${at}.sample.conversations`}
              unit="conversations"
              none="all"
              help="Drawn at random and kept in memory. Needed for files larger than that."
              value={sample?.conversations ?? null}
              onChange={(next) =>
                change({
                  sample: next === null ? null : { conversations: next, seed: sample?.seed ?? 1 },
                })
              }
            />
            {sample && (
              <NumberField
                label="Sample seed"
                path={`${at}.sample.seed`}
                help="The same seed draws the same conversations."
                value={sample.seed}
                onChange={(seed) => change({ sample: { ...sample, seed } })}
              />
            )}
          </>
        )}
        {hasTiming(data?.format ?? trace.format) && (
          <>
            <NumberField
              label="From"
              path={`${at}.from`}
              unit="s"
              help="In the trace's own time, after its first request."
              value={from}
              onChange={(next) => change({ from: next })}
            />
            <OptionalNumberField
              label="Until"
              path={`${at}.until`}
              unit="s"
              none="the end"
              help="Requests from here on are left out."
              value={until}
              onChange={(next) => change({ until: next })}
            />
          </>
        )}
      </div>
      {isFetching && <p className="text-muted">Reading the trace…</p>}
      {error && !isFetching && <ErrorNotice title="Can't use this trace" error={error} />}
      {data && !error && <TraceSummary summary={data} />}
      {(data || error) && (
        <Button className="self-start" disabled={isFetching} onClick={() => void refetch()}>
          Read file again
        </Button>
      )}
    </div>
  );
}

const known = ({
  format,
  sha256,
  part,
}: RequestTraceSummary): Pick<RequestTrace, "format" | "read"> => ({
  format,
  read: {
    sha256,
    requests: part.requests,
    ...(part.sessions !== null && { sessions: part.sessions }),
    seconds: part.seconds,
  },
});

const isRead = ({ format, read }: RequestTrace, summary: RequestTraceSummary): boolean =>
  JSON.stringify({ format, read }) === JSON.stringify(known(summary));
