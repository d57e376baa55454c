import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useObserved, useServer, useServers, useTopic } from "../host/topics.ts";
import { useCommands } from "../host/commands/command-context.tsx";
import type { Command } from "../host/commands/commands.ts";

/** Maximum number of servers whose models are listed; each has a subscription while the search is open. */
const MOST = 50;

/** Fleets, and the models of other servers, which are only requested during a search. */
export function WiderCommands() {
  const looked = useServer();
  const others = (useServers() ?? []).filter(({ id }) => id !== looked?.id).slice(0, MOST);
  return (
    <>
      <FleetCommands />
      {others.map(({ id, name }) => (
        <ModelCommands key={id} serverId={id} server={name} />
      ))}
    </>
  );
}

function FleetCommands() {
  const navigate = useNavigate();
  // As text, so that new figures don't create the commands again.
  const known = JSON.stringify(
    useTopic("fleets.list", {})?.map(({ id, name }) => [id, name]) ?? [],
  );
  useCommands(
    useMemo(
      () =>
        (JSON.parse(known) as [number, string][]).map(
          ([id, name]): Command => ({
            id: `fleet.${id}`,
            title: name,
            group: "Fleet",
            run: () => void navigate({ to: "/fleets/$id", params: { id: String(id) } }),
          }),
        ),
      [navigate, known],
    ),
  );
  return null;
}

function ModelCommands({ serverId, server }: { serverId: string; server: string }) {
  const navigate = useNavigate();
  const names =
    useObserved(serverId)
      ?.models.map(({ name }) => name)
      .join("\n") ?? "";
  useCommands(
    useMemo(
      () =>
        names
          .split("\n")
          .filter(Boolean)
          .map(
            (name): Command => ({
              id: `model.${serverId}.${name}`,
              title: `${name} on ${server}`,
              group: "Model",
              run: () =>
                void navigate({
                  to: "/models/$name",
                  params: { name },
                  search: { server: serverId },
                }),
            }),
          ),
      [navigate, names, serverId, server],
    ),
  );
  return null;
}
