import { useEffect, useRef, useState } from "react";
import {
  type AppliedConfig,
  type ConfigEffect,
  type ConfigPlace,
  type ConfigState,
  describeProbe,
} from "../../main/contract/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { useAction, useRequest } from "../host/requests.ts";
import {
  isProbeWrong,
  ProbeChoice,
  probeOptionsIn,
  useProbeDraft,
  useProbeReason,
} from "../host/probes/probe-choice.tsx";
import { ProbeResult } from "../host/probes/probe-result.tsx";
import { useServerById, useTopic } from "../host/topics.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { showSuccess } from "../ui/toasts.tsx";
import { announceStopped } from "../host/announce-stopped.ts";
import { Effect } from "./effect.tsx";
import { ReadBackNotice } from "./read-back.tsx";
import { TextDiff } from "../ui/pbtxt/text-diff.tsx";
import { StoreTarget } from "../host/config-target.tsx";
import { PlaceChoice } from "./place-choice.tsx";
import { useServes } from "./use-serves.ts";
import type { UseQueryResult } from "@tanstack/react-query";

interface ApplyDialogProps {
  readonly config: ConfigState;
  readonly text: string;
  readonly baseEtag: string;
  /** `savedAt` of the draft being applied; null without a draft. */
  readonly over: number | null;
  /** Number of errors in the editor. */
  readonly errors: number;
  /** The place, if it can't be chosen. */
  readonly fixedPlace?: ConfigPlace;
  /** What it replaces there, if not the active configuration. */
  readonly replaces?: { readonly label: string; readonly text: string };
  readonly onApplied: (config: ConfigState) => void;
  readonly onRefused: (error: StatusError) => void;
  readonly onConflict: () => void;
  readonly onClose: () => void;
}

/** The change as a diff, its effect on the server, place, note and the apply button. */
export function ApplyDialog(props: ApplyDialogProps) {
  const { config, text, baseEtag, over, errors, onApplied, onRefused, onConflict, onClose } = props;
  const { serverId, model, store } = config;
  const hasFile = config.path !== "";
  const server = useServerById(serverId)?.name ?? serverId;
  const serves = useServes(serverId, model);
  const [note, setNote] = useState("");
  const [probe, setProbe] = useProbeDraft();
  const probeReason = useProbeReason(serverId, model);
  const probed = useLatestProbe(config);
  const [chosen, setPlace] = useState<ConfigPlace>(hasFile && store === null ? "file" : "server");
  const place = props.fixedPlace ?? chosen;
  const fileText = config.overriddenFile ?? (config.hasFile ? config.text : null);
  const written = place === "file" && fileText !== text ? store : null;
  const [confirming, setConfirming] = useState(false);
  const [applied, setApplied] = useState<AppliedConfig | null>(null);
  const apply = useAction("configs.apply");
  const effect = useConfigEffect(config, text);
  const before = effect.data?.before;
  const overridden = written && config.overriddenFile;
  const from =
    props.replaces ??
    (overridden
      ? { label: "config.pbtxt in the store", text: overridden }
      : { label: "Active", text: before?.text ?? config.text });
  const done = (state: AppliedConfig) => {
    announceStopped(`With the new configuration of ${model}`, state.stopped);
    const { readBack, probe: found } = state;
    if (!readBack || readBack.changed.length > 0) return setApplied(state);
    const filled = readBack.completed.length;
    showSuccess(
      `${model} serves with the new configuration`,
      `Read back from ${server}: as asked${filled > 0 ? `; it filled in ${filled} fields` : ""}. ${found ? `Probe: ${describeProbe(found)} ` : ""}Shown in history, where you can restore it.`,
    );
    onApplied(state);
  };
  const options = probeReason === null ? probeOptionsIn(probe) : null;
  const run = () =>
    apply.mutate(
      { serverId, model, text, baseEtag, note: note.trim(), place, over, probe: options },
      {
        onSuccess: done,
        onError: (thrown) => {
          const error = StatusError.from(thrown);
          if (error.code === "ABORTED") onConflict();
          else if (!isAway(error) && error.details.store === undefined) onRefused(error);
        },
      },
    );
  const submit = () => (written ? setConfirming(true) : run());
  if (applied) return <ReadBackNotice applied={applied} server={server} onClose={onApplied} />;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      begin="content"
      title={`Apply to ${model} on ${server}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            onClick={submit}
            disabled={apply.isPending || (probeReason === null && isProbeWrong(probe))}
          >
            {apply.isPending
              ? options
                ? "Applying…"
                : "Loading the model…"
              : written
                ? "Write to the store…"
                : apply.error
                  ? "Try again"
                  : "Apply"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {apply.error && (
          <Notice tone="bad" title={failureTitle(StatusError.from(apply.error), serves)}>
            {apply.error.message}
          </Notice>
        )}
        {probed && <ProbeResult probe={probed} />}
        {errors > 0 && !apply.error && (
          <Notice tone="warn" title={`The text has ${errors} ${errors === 1 ? "error" : "errors"}`}>
            The server will most likely reject it
            {serves ? "; the active configuration would keep serving." : "."}
          </Notice>
        )}
        {before && before.etag !== baseEtag && (
          <Notice
            tone="warn"
            title="The active configuration changed since this draft was started"
            actions={<Button onClick={onConflict}>Show the difference</Button>}
          >
            The difference and the effect below are against the configuration that is active now.
          </Notice>
        )}
        <Effect config={config} text={text} effect={effect} />
        <TextDiff before={from.text} after={text} labels={[from.label, "Draft"]} />
        <PlaceChoice
          config={config}
          fixed={props.fixedPlace !== undefined}
          place={place}
          onPick={setPlace}
        />
        <ProbeChoice
          label="Probe while it changes"
          draft={probe}
          onChange={setProbe}
          reason={probeReason}
        />
        <Field label="Note" help="Optional: the reason for this change. Shown in history.">
          {(control) => (
            <TextInput
              {...control}
              value={note}
              maxLength={200}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && !apply.isPending && submit()}
            />
          )}
        </Field>
      </div>
      {written && (
        <Confirm
          open={confirming}
          title={`Write config.pbtxt of ${model} to the store?`}
          verb="Write to the store"
          onConfirm={run}
          onClose={() => setConfirming(false)}
        >
          <StoreTarget store={written} isNew={!config.hasFile} />
        </Confirm>
      )}
    </Dialog>
  );
}

/** The probe of this dialog's latest attempt; null before one. */
function useLatestProbe({ serverId, model }: ConfigState) {
  const probes = useTopic("probes.model", { serverId, model });
  const [before, setBefore] = useState<number | null>(null);
  const newest = probes?.[0]?.id ?? 0;
  if (probes && before === null) setBefore(newest);
  return before !== null && newest > before ? (probes?.[0] ?? null) : null;
}

function failureTitle(error: StatusError, serves: boolean): string {
  if (isAway(error))
    return "Not applied: the server doesn't answer. The draft is kept; try again when it is back";
  return serves
    ? "Not applied: the model serves as before, and the draft is kept"
    : "Not applied; the draft is kept";
}

/** Whether the server didn't answer; a server that rejects load calls uses the same code. */
function isAway({ code, details }: StatusError): boolean {
  if (details.store !== undefined) return false;
  return (
    (code === "UNAVAILABLE" && details.modelControl === undefined) || code === "DEADLINE_EXCEEDED"
  );
}

/** The effect of applying a text; updated when its server disconnects or reconnects, and when the active configuration changes. */
function useConfigEffect(
  { serverId, model, etag }: ConfigState,
  text: string,
): UseQueryResult<ConfigEffect> {
  const effect = useRequest("configs.effect", { serverId, model, text });
  const { refetch } = effect;
  const state = useServerById(serverId)?.state;
  const seen = useRef({ state, etag });
  useEffect(() => {
    const before = seen.current;
    seen.current = { state, etag };
    const moved = before.state !== undefined && before.state !== state;
    if (moved || before.etag !== etag) void refetch();
  }, [state, etag, refetch]);
  return effect;
}
