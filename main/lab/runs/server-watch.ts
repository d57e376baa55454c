import type { ServerAdapter } from "../../servers/index.ts";

/** Reports once, with a sentence, when the server's process ends or is replaced. */
export function whenServerGoes(server: ServerAdapter, gone: (reason: string) => void): Disposable {
  const { name, restarts, pid } = server.status;
  const watching = server.onStatus((status) => {
    const ended = ["restarting", "stopped", "failed"].includes(status.state);
    if (!ended && status.restarts === restarts && status.pid === pid) return;
    watching[Symbol.dispose]();
    gone(`${name} went away${status.reason ? `: ${status.reason}` : "."}`);
  });
  return watching;
}
