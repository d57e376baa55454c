/** Over an empty plot. */
export function NoData({ reason }: { reason: string }) {
  return (
    <div className="pointer-events-none absolute inset-x-16 top-1/2 -translate-y-1/2 text-center text-muted">
      <p className="font-medium">No data</p>
      {reason !== "" && <p className="text-xs">{reason}</p>}
    </div>
  );
}
