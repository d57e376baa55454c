import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { CircleHelp, Grid3x3, Monitor, Moon, PauseCircle, Search, Sun } from "lucide-react";
import { useConnection, useServer, useServers, useTopic } from "../host/topics.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Keys } from "./keys.tsx";
import { fleetIdIn, fleetOfReplica, showsManyServers } from "./scope.ts";
import { nextTheme } from "../host/theme.ts";
import { useTheme } from "../host/use-theme.ts";
import { useEffect } from "react";
import { useQuiet } from "../host/use-measurement-lock.ts";
import type { ServerStatus } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";
import { Dot } from "../ui/badge.tsx";
import { describeServerState } from "../host/server-state.ts";
import { Select } from "../ui/field.tsx";
import { KindIcon, kindText } from "../host/kinds.tsx";
import { formatClock } from "../format/time.ts";

const themes = {
  system: { icon: Monitor, name: "the system's" },
  light: { icon: Sun, name: "light" },
  dark: { icon: Moon, name: "dark" },
};

interface TopBarProps {
  /** The server in the address doesn't exist. */
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
        {!showsManyServers(pathname) && (
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

/** Shown during a measurement on this machine, since drawing pages would take CPU time from it. */
function QuietNotice() {
  const quiet = useQuiet();
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (quiet) dataset["quiet"] = "";
    return () => {
      delete dataset["quiet"];
    };
  }, [quiet]);
  if (!quiet) return null;
  return (
    <span
      role="status"
      className="mr-2 flex items-center gap-1.5 whitespace-nowrap text-muted text-sm"
      data-hint="Drawing takes CPU time from the measurement. Charts go on when it ends."
    >
      <PauseCircle aria-hidden="true" className="size-4" />
      Live charts paused while measuring
    </span>
  );
}

/** Number of other servers that don't answer, as a link; nothing if all do. */
function OtherServers({ server }: { server: ServerStatus | null }) {
  const others = (useServers() ?? []).filter(
    ({ id, state }) => id !== server?.id && state !== "live",
  );
  if (others.length === 0) return null;
  const states = others.map((each) => ({ each, ...describeServerState(each) }));
  const worst = states.find(({ tone }) => tone === "bad") ?? states[0];
  const words = `${count(others.length, "other")} not live`;
  return (
    <Link
      to="/connections"
      data-hint={states.map(({ each, words: state }) => `${each.name}: ${state}`).join("\n")}
      className="flex shrink-0 items-center gap-1.5 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink"
    >
      <Dot tone={worst?.tone ?? "warn"} />
      {words}
    </Link>
  );
}

/** Selects the server, if there is more than one. */
function ServerChoice() {
  const listed = useServers() ?? [];
  const server = useServer();
  // A fleet's replica isn't listed: it is selected in its fleet, and left here.
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

const useFleet = (id: number | null) =>
  useTopic("fleets.list", id === null ? null : {})?.find((fleet) => fleet.id === id) ?? null;

/** A fleet's name and number of live replicas. */
function FleetChip({ id }: { id: number }) {
  const fleet = useFleet(id);
  if (!fleet) return null;
  const { name, live, replicas } = fleet;
  return (
    <div role="status" aria-label="Fleet" className="flex min-w-0 items-center gap-2">
      <Dot tone={live === replicas ? "good" : live === 0 ? "bad" : "warn"} />
      <span className="truncate font-semibold">{name}</span>
      <span className="truncate text-muted">
        {live} of {replicas} live
      </span>
    </div>
  );
}

/** Link from a replica to its fleet; nothing for other servers. */
function FleetLink({ server }: { server: ServerStatus }) {
  const id = fleetOfReplica(server.id);
  const fleet = useFleet(id);
  if (id === null) return null;
  return (
    <Link
      to="/fleets/$id"
      params={{ id: String(id) }}
      search={{ server: undefined }}
      className="flex min-w-0 items-center gap-1.5 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink"
    >
      <Grid3x3 aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{fleet ? `Back to ${fleet.name}` : "Back to its fleet"}</span>
    </Link>
  );
}

interface ServerChipProps {
  readonly server: ServerStatus | null;
  /** Its name is already next to it. */
  readonly named: boolean;
}

/** The server's name and state; a lost connection to the host takes precedence. */
function ServerChip({ server, named }: ServerChipProps) {
  const connection = useConnection();
  const state =
    connection === "open"
      ? server && describeServerState(server)
      : ({ tone: "warn", words: "Connecting to the host…", busy: true } as const);
  const hint = server
    ? [
        `${server.name}: ${state?.words ?? ""}`,
        `since ${formatClock(server.since)}`,
        kindText(server),
        server.reason,
      ]
        .filter(Boolean)
        .join("\n")
    : undefined;
  return (
    <div
      role="status"
      aria-label="Server"
      data-hint={hint}
      className="flex min-w-0 items-center gap-2"
    >
      {server && <KindIcon {...server} />}
      <Dot tone={state?.tone ?? "neutral"} pulse={state?.busy ?? true} />
      {server && !named && <span className="truncate font-semibold">{server.name}</span>}
      <span className="truncate text-muted">{state?.words ?? "Connecting…"}</span>
    </div>
  );
}
