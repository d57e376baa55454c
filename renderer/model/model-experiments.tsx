export function ModelExperiments(_: { serverId: string; model: string }) {
  return null;
}
