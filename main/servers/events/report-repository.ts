import type { ServerStatus } from "../../contract/index.ts";
import type { HostEvents } from "../../events/index.ts";
import type { ServerAdapter, ServerDirectory } from "../adapter.ts";

/** Reports once per reason that a server can't read its model repository, and when it can again. */
export function reportRepositories(servers: ServerDirectory, events: HostEvents): Disposable {
  const problems = new WeakMap<ServerAdapter, string>();
  const see = (server: ServerAdapter, { name, repositoryProblem, state }: ServerStatus) => {
    const before = problems.get(server) ?? null;
    // Unreachability is a separate event; until it ends the repository's state is unknown.
    if (repositoryProblem === before || state !== "live") return;
    if (repositoryProblem === null) problems.delete(server);
    else problems.set(server, repositoryProblem);
    events.emit({
      level: repositoryProblem === null ? "info" : "error",
      source: "servers",
      message:
        repositoryProblem === null
          ? `${name} can read its model repository again.`
          : `${name} can't read its model repository: ${repositoryProblem}`,
    });
  };
  let watching: Disposable[] = [];
  const leave = () => watching.forEach((each) => each[Symbol.dispose]());
  const follow = () => {
    leave();
    watching = servers.list().map((server) => server.onStatus((status) => see(server, status)));
    for (const server of servers.list()) see(server, server.status);
  };
  const changes = servers.onChanged(follow);
  follow();
  return {
    [Symbol.dispose]() {
      changes[Symbol.dispose]();
      leave();
    },
  };
}
