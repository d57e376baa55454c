import { useState } from "react";
import type { ProbeOptions } from "../../../main/contract/index.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useRequest } from "../requests.ts";

export interface ProbeDraft {
  readonly on: boolean;
  readonly rate: string;
  /** "": determined before the change. */
  readonly lateMs: string;
}

const FIRST: ProbeDraft = { on: false, rate: "20", lateMs: "" };

export function useProbeDraft() {
  return useState<ProbeDraft>(FIRST);
}

/** The probe's options; null if it is off or a field is invalid. */
export function probeOptionsIn(draft: ProbeDraft): ProbeOptions | null {
  const { on, rate, lateMs } = draft;
  if (!on || isProbeWrong(draft)) return null;
  return { rate: Number(rate), lateMs: lateMs === "" ? null : Number(lateMs) };
}

export function isProbeWrong({ on, rate, lateMs }: ProbeDraft): boolean {
  return on && (rateError(rate) !== null || lateError(lateMs) !== null);
}

/** Why no probe can run on a model; null if one can, or if unknown yet. */
export function useProbeReason(serverId: string | undefined, model: string): string | null {
  const params = { serverId: serverId ?? "", model };
  const check = useRequest("probes.check", params, { enabled: serverId !== undefined });
  return check.data?.reason ?? null;
}

interface ProbeChoiceProps {
  readonly label: string;
  readonly draft: ProbeDraft;
  readonly onChange: (draft: ProbeDraft) => void;
  /** Why no probe can run; null if one can. */
  readonly reason: string | null;
}

/** Whether to send requests during a change, and how many. */
export function ProbeChoice({ label, draft, onChange, reason }: ProbeChoiceProps) {
  const shown = draft.on && reason === null;
  return (
    <div className="flex flex-col gap-2">
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={shown}
          disabled={reason !== null}
          onChange={(event) => onChange({ ...draft, on: event.target.checked })}
        />
        <span className="font-medium">{label}</span>
      </label>
      <p className="text-muted text-xs">
        {reason === null
          ? "Sends small requests at a constant rate from one second before the change to one second after it, half of them over a kept connection, and counts those that fail, are lost or come late."
          : `No probe can run: ${reason}`}
      </p>
      {shown && <ProbeFields draft={draft} onChange={onChange} />}
    </div>
  );
}

export function ProbeFields({ draft, onChange }: Pick<ProbeChoiceProps, "draft" | "onChange">) {
  const { rate, lateMs } = draft;
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Requests per second"
        help="1 to 100. Default 20."
        value={rate}
        error={rateError(rate)}
        onChange={(next) => onChange({ ...draft, rate: next })}
      />
      <TextField
        label="Late after, ms"
        help="Empty: 100 ms over the slowest before the change."
        example="automatic"
        value={lateMs}
        error={lateError(lateMs)}
        onChange={(next) => onChange({ ...draft, lateMs: next })}
      />
    </div>
  );
}

function rateError(rate: string): string | null {
  return isWhole(rate, 100) ? null : "A whole number from 1 to 100.";
}

function lateError(lateMs: string): string | null {
  return lateMs === "" || isWhole(lateMs, 60_000) ? null : "A whole number from 1 to 60000.";
}

function isWhole(text: string, most: number): boolean {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= 1 && value <= most;
}
