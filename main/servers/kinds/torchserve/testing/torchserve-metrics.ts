import type { TorchServeState, VersionState } from "./torchserve-state.ts";

/**
 * 0.5.3: pytorch/serve, docs/metrics_api.md of that release, labels with a uuid, three counters.
 * 0.12.0: pytorch/serve, docs/metrics_api.md at 0e1a1f44bf45b378e94c6f2e21d2bbb7f1c290b7 and ts/configs/metrics.yaml at
 * 0bb05640b3b5691698edb2c62955e33f5afecc34; in `log` mode the page is empty. Labels as Prometheus' Java client writes
 * them, with a comma at their end.
 */
export function formatMetrics(state: TorchServeState): string {
  if (state.metrics === "garbage") return "<html>upstream is on holiday</html>";
  if (state.release === "0.12.0" && state.metrics === "log") return "";
  const lines = [
    ...family(state, "ts_inference_requests_total", ({ requests }) => requests),
    ...family(state, "ts_inference_latency_microseconds", ({ latencyUs }) => latencyUs),
    ...family(state, "ts_queue_latency_microseconds", ({ queueUs }) => queueUs),
    ...(state.release === "0.12.0" ? hostLines(state) : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** A model that was never used has no samples. */
function family(
  state: TorchServeState,
  name: string,
  of: (version: VersionState) => number,
): string[] {
  const end =
    state.release === "0.12.0"
      ? (labels: string) => `{${labels},hostname="a1b2",}`
      : (labels: string) => `{uuid="${state.uuid}",${labels},}`;
  const samples = [...state.models].flatMap(([model, { versions }]) =>
    versions
      .filter(({ requests }) => requests > 0)
      .map(
        (version) =>
          `${name}${end(`model_name="${model}",model_version="${version.version}"`)} ${of(version)}`,
      ),
  );
  return [
    `# HELP ${name} Torchserve prometheus counter metric`,
    `# TYPE ${name} counter`,
    ...samples,
  ];
}

function hostLines({ refused, failed }: TorchServeState): string[] {
  const host = 'Level="Host",Hostname="a1b2",';
  return [
    "# TYPE Requests2XX counter",
    `Requests2XX{${host}} 8.0`,
    "# TYPE Requests4XX counter",
    ...(refused > 0 ? [`Requests4XX{${host}} ${refused}.0`] : []),
    "# TYPE Requests5XX counter",
    ...(failed > 0 ? [`Requests5XX{${host}} ${failed}.0`] : []),
    "# TYPE CPUUtilization gauge",
    `CPUUtilization{${host}} 25.0`,
    "# TYPE MemoryUsed gauge",
    `MemoryUsed{${host}} 2048.0`,
    "# TYPE GPUUtilization gauge",
  ];
}
