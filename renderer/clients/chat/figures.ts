import type { ChatTrial } from "../../../main/contract/index.ts";
import { between, type TimingRow } from "../timing-rows.ts";

/** Fewer have no middle to speak of. */
const MIN_GAPS = 3;

/** ms from each piece with tokens to the next. */
export function computeGaps({ piecesMs }: Pick<ChatTrial, "piecesMs">): number[] {
  return piecesMs.slice(1).map((at, i) => at - (piecesMs[i] as number));
}

/** Null of fewer than three. */
export function median(values: readonly number[]): number | null {
  if (values.length < MIN_GAPS) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return ((low as number) + (high as number)) / 2;
}

export const most = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((high, each) => Math.max(high, each));

/** ms from when the request was sent, so that connecting is left out. */
export function firstTokenMs({ piecesMs, timing }: ChatTrial): number | null {
  return between(timing?.sentMs, piecesMs[0] ?? null);
}

/** After the first token, until the last: of a stream whose every piece is known and whose tokens the server counted. */
export function tokensPerSecond({ piecesMs, pieces, usage }: ChatTrial): number | null {
  const tokens = usage?.completionTokens ?? null;
  const ms = between(piecesMs[0], piecesMs.at(-1));
  if (tokens === null || tokens < 2 || ms === null || ms <= 0) return null;
  if (piecesMs.length < 2 || pieces > piecesMs.length) return null;
  return ((tokens - 1) / ms) * 1000;
}

/** From the start to the whole response. */
export function tokensPerSecondInAll({ usage, timing, status }: ChatTrial): number | null {
  const tokens = usage?.completionTokens ?? null;
  if (tokens === null || !status?.ok || !timing || timing.totalMs <= 0) return null;
  return (tokens / timing.totalMs) * 1000;
}

type Row = Omit<TimingRow, "where">;

const ended = ({ status, timing }: ChatTrial) => (status ? (timing?.totalMs ?? null) : null);

const clientPhases: readonly (Pick<Row, "key" | "name"> & {
  read: (trial: ChatTrial) => number | null;
})[] = [
  { key: "connect", name: "Connect", read: ({ timing }) => timing?.connectedMs ?? null },
  { key: "send", name: "Send", read: ({ timing: t }) => between(t?.connectedMs, t?.sentMs) },
  {
    key: "wait",
    name: "Wait for first byte",
    read: ({ timing: t }) => between(t?.sentMs, t?.firstByteMs),
  },
  {
    key: "first",
    name: "To the first token",
    read: ({ timing: t, piecesMs }) => between(t?.firstByteMs, piecesMs[0]),
  },
  {
    key: "tokens",
    name: "To the last token",
    read: ({ piecesMs }) => between(piecesMs[0], piecesMs.at(-1)),
  },
  {
    key: "end",
    name: "To the end",
    read: (trial) => between(trial.piecesMs.at(-1) ?? trial.timing?.firstByteMs, ended(trial)),
  },
  { key: "total", name: "Total", read: ended },
];

const serverPhases: typeof clientPhases = [
  { key: "queue", name: "Queue", read: ({ server }) => server?.queueMs ?? null },
  { key: "prefill", name: "To the first token", read: ({ server }) => server?.prefillMs ?? null },
  { key: "decode", name: "To the last token", read: ({ server }) => server?.decodeMs ?? null },
];

const rows =
  (phases: typeof clientPhases) =>
  (trial: ChatTrial, before: ChatTrial | null): Row[] =>
    phases.map(({ read, ...phase }) => ({
      ...phase,
      ms: read(trial),
      before: before && read(before),
    }));

export const clientRows = rows(clientPhases);
export const serverRows = rows(serverPhases);
