export function Configuration(_: { serverId: string; model: string }) {
  return null;
}
