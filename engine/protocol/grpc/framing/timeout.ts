const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** A `grpc-timeout` header in ms, rounded up; undefined if it is invalid. */
export function parseTimeout(text: string): number | undefined {
  if (!/^\d{1,8}[HMSmun]$/.test(text)) return undefined;
  return Math.ceil(Number(text.slice(0, -1)) * (UNIT_MS[text.slice(-1)] as number));
}
