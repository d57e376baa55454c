import { useNavigate } from "@tanstack/react-router";
import { useServer, useServers } from "../host/topics.ts";
import { Select } from "../ui/field.tsx";

/** Which server the console looks at, where there is more than one. */
export function ServerChoice() {
  const listed = useServers() ?? [];
  const server = useServer();
  // A fleet's replica is looked at from its fleet, and left from here.
  const isListed = listed.some(({ id }) => id === server?.id);
  const servers = server && !isListed ? [...listed, server] : listed;
  const navigate = useNavigate();
  if (servers.length < 2 || !server) return null;
  return (
    <Select
      aria-label="Server"
      value={server.id}
      options={servers.map(({ id, name }) => ({ value: id, label: name }))}
      onPick={(id) =>
        void navigate({ to: ".", search: (now: object) => ({ ...now, server: id }) } as never)
      }
    />
  );
}
