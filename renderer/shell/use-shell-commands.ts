import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useOverview, useServer } from "../host/topics.ts";
import { useCommands } from "./command-context.tsx";
import type { Command } from "./commands.ts";
import type { Theme } from "./theme.ts";
import { useTheme } from "./use-theme.ts";

/** What can be done from every page: go places, open models, change the theme. */
export function useShellCommands(openPalette: () => void, openShortcuts: () => void): void {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const names = useModelNames();

  const commands = useMemo(() => {
    const go = (
      id: string,
      title: string,
      keys: string,
      to:
        | "/"
        | "/models"
        | "/experiments"
        | "/experiments/new"
        | "/tuning"
        | "/tuning/new"
        | "/logs"
        | "/settings",
    ): Command => ({ id, title, keys, group: "Go to", run: () => void navigate({ to }) });
    const theme = (value: Theme, title: string): Command => ({
      id: `theme.${value}`,
      title,
      group: "Theme",
      run: () => setTheme(value),
    });
    return [
      go("go.overview", "Overview", "g o", "/"),
      go("go.models", "Models", "g m", "/models"),
      go("go.experiments", "Experiments", "g e", "/experiments"),
      go("go.tuning", "Tuning", "g t", "/tuning"),
      go("go.logs", "Logs & events", "g l", "/logs"),
      go("go.settings", "Settings", "g s", "/settings"),
      go("experiment.new", "New experiment", "n", "/experiments/new"),
      go("tuning.new", "Tune a model", "t", "/tuning/new"),
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
        ]),
    [navigate, names],
  );
  useCommands(modelCommands);
}

/** The models' names, one per line: a string stays the same from frame to frame. */
function useModelNames(): string {
  const server = useServer();
  const frame = useOverview(server?.id);
  return frame?.models.map((model) => model.name).join("\n") ?? "";
}
