import { LogCard } from "./log-card.tsx";
import { TraceCard } from "./trace-card.tsx";

/** Trace and log settings of a server with the capability `settings`. */
export function TritonSettings({ serverId }: { serverId: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <TraceCard key={`trace ${serverId}`} serverId={serverId} />
      <LogCard key={`log ${serverId}`} serverId={serverId} />
    </div>
  );
}
