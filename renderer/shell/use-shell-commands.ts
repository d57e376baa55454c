import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useObserved, useOverview, useServer, useServers } from "../host/topics.ts";
import { isTriton, findLack } from "../host/capability.ts";
import { useCommands } from "../host/commands/command-context.tsx";
import type { Command } from "../host/commands/commands.ts";
import { PLACE_GROUPS, type Place } from "./places.ts";
import type { Theme } from "../host/theme.ts";
import { useTheme } from "../host/use-theme.ts";

/** Commands for every page: open screens and models, change the theme. */
export function useShellCommands(openPalette: () => void, openShortcuts: () => void): void {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const names = useModelNames();
  const server = useServer();
  const configured = server !== null && findLack("configuration", server) === null;

  const commands = useMemo(() => {
    const go = (
      id: string,
      title: string,
      keys: string,
      to: Place["to"] | "/experiments/new" | "/tuning/new" | "/deploy" | "/serving-layers",
    ): Command => ({ id, title, keys, group: "Go to", run: () => void navigate({ to }) });
    const theme = (value: Theme, title: string): Command => ({
      id: `theme.${value}`,
      title,
      group: "Theme",
      run: () => setTheme(value),
    });
    return [
      ...PLACE_GROUPS.flatMap(({ places }) =>
        places.map(({ to, label, keys }) => go(`go${to}`, label, keys, to)),
      ),
      {
        id: "go.charts",
        title: "Server charts",
        keys: "g v",
        group: "Go to",
        run: () => void navigate({ to: "/models", search: { tab: "charts" } }),
      },
      {
        id: "go.engine-log",
        title: "Engine log",
        group: "Go to",
        run: () => void navigate({ to: "/events", search: { view: "engine" } }),
      },
      go("go.deploy", "Deploy models to a cluster", "", "/deploy"),
      go("go.layers", "Which serving layer fits?", "", "/serving-layers"),
      go("experiment.new", "New experiment", "n", "/experiments/new"),
      go("tuning.new", "Tune a model", "t", "/tuning/new"),
      {
        id: "server.connect",
        title: "Connect a server",
        group: "Server",
        run: () => void navigate({ to: "/connections", search: { add: true } }),
      },
      theme("light", "Use the light theme"),
      theme("dark", "Use the dark theme"),
      theme("system", "Follow the system's theme"),
      { id: "palette", title: "Search commands", keys: "Ctrl+K", group: "Help", run: openPalette },
      {
        id: "shortcuts",
        title: "Keyboard shortcuts",
        keys: "?",
        group: "Help",
        run: openShortcuts,
      },
    ];
  }, [navigate, setTheme, openPalette, openShortcuts]);
  useCommands(commands);

  const modelCommands = useMemo(
    () =>
      names
        .split("\n")
        .filter(Boolean)
        .flatMap((name): Command[] => [
          {
            id: `model.${name}`,
            title: name,
            group: "Model",
            run: () => void navigate({ to: "/models/$name", params: { name } }),
          },
          ...(configured
            ? [
                {
                  id: `model.config.${name}`,
                  title: `${name}: configuration`,
                  group: "Model",
                  run: () =>
                    void navigate({
                      to: "/models/$name",
                      params: { name },
                      search: { tab: "configuration" },
                    }),
                },
              ]
            : []),
        ]),
    [navigate, names, configured],
  );
  useCommands(modelCommands);
  useServerCommands();
}

/** Commands that select a server. */
function useServerCommands(): void {
  const navigate = useNavigate();
  const servers = useServers() ?? [];
  // As text, so that a server's new state doesn't create the commands again.
  const known = JSON.stringify(servers.map(({ id, name }) => [id, name]));
  useCommands(
    useMemo(
      () =>
        (JSON.parse(known) as [string, string][]).map(
          ([id, name]): Command => ({
            id: `server.${id}`,
            title: name,
            group: "Server",
            run: () => void navigate({ to: "/models", search: { server: id } }),
          }),
        ),
      [navigate, known],
    ),
  );
}

/** The models' names, one per line: an unchanged string doesn't create the commands again. */
function useModelNames(): string {
  const server = useServer();
  const triton = server !== null && isTriton(server);
  const overview = useOverview(triton ? server.id : undefined);
  const observed = useObserved(server && !triton ? server.id : undefined);
  return (overview ?? observed)?.models.map((model) => model.name).join("\n") ?? "";
}
