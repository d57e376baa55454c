import { useLocation } from "@tanstack/react-router";
import { CircleHelp, Monitor, Moon, Search, Sun } from "lucide-react";
import { useServer, useServers } from "../host/topics.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { FleetChip, FleetLink } from "./fleet-chip.tsx";
import { Keys } from "./keys.tsx";
import { OtherServers } from "./other-servers.tsx";
import { fleetIdIn, isOfMany } from "./scope.ts";
import { ServerChoice } from "./server-choice.tsx";
import { ServerChip } from "./server-chip.tsx";
import { QuietNotice } from "./quiet-notice.tsx";
import { nextTheme } from "../host/theme.ts";
import { useTheme } from "../host/use-theme.ts";

const themes = {
  system: { icon: Monitor, name: "the system's" },
  light: { icon: Sun, name: "light" },
  dark: { icon: Moon, name: "dark" },
};

interface TopBarProps {
  /** The address names a server that is not there. */
  readonly missing: boolean;
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
}

export function TopBar({ missing, onPalette, onShortcuts }: TopBarProps) {
  const [theme, setTheme] = useTheme();
  const { icon: ThemeIcon, name } = themes[theme];
  const server = useServer();
  const servers = useServers();
  const { pathname } = useLocation();
  const fleet = fleetIdIn(pathname);
  return (
    <header className="flex h-12 shrink-0 items-center justify-between gap-4 border-line border-b bg-surface px-6">
      <div className="flex min-w-0 items-center gap-3">
        {fleet !== null && <FleetChip id={fleet} />}
        {!isOfMany(pathname) && (
          <>
            <ServerChoice />
            {!missing && <ServerChip server={server} named={(servers?.length ?? 0) > 1} />}
            {server && <FleetLink server={server} />}
            <OtherServers server={server} />
          </>
        )}
      </div>
      <div className="flex items-center gap-1">
        <QuietNotice />
        <Button onClick={onPalette} className="mr-1 text-muted">
          <Search aria-hidden="true" />
          <span className="mr-4">Search</span>
          <Keys keys="Ctrl+K" />
        </Button>
        <IconButton label={`Theme: ${name}. Change it`} onClick={() => setTheme(nextTheme(theme))}>
          <ThemeIcon aria-hidden="true" />
        </IconButton>
        <IconButton label="Keyboard shortcuts" onClick={onShortcuts}>
          <CircleHelp aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  );
}
