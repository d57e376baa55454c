import { Outlet, useLocation } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { AlertWatch } from "../alerts/alert-watch.tsx";
import { useServer } from "../host/topics.ts";
import { HintLayer } from "../ui/hint-layer.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { MissingServer, useMissingServer } from "./missing-server.tsx";
import { Palette } from "./palette.tsx";
import { ServerBanner } from "./server-banner.tsx";
import { isAboutServer, showsManyServers } from "./scope.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useShellCommands } from "./use-shell-commands.ts";
import { useRememberedTheme } from "../host/use-theme.ts";
import { Dialog } from "../ui/dialog.tsx";
import { useAllCommands } from "../host/commands/command-context.tsx";
import { Keys } from "./keys.tsx";
import type { ServerStatus } from "../../main/contract/index.ts";
import { findLack, type Screen } from "../host/capability.ts";
import { Lacking } from "../host/lacking.tsx";
import { Page } from "../ui/page.tsx";

/** The frame around every screen. */
export function Shell() {
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const openPalette = useCallback(() => setOpen("palette"), []);
  const openShortcuts = useCallback(() => setOpen("shortcuts"), []);
  const close = useCallback(() => setOpen(null), []);
  const server = useServer();
  const { pathname } = useLocation();
  const missing = useMissingServer(!isAboutServer(pathname));
  useRememberedTheme();
  useShellCommands(openPalette, openShortcuts);
  return (
    <div className="flex h-dvh min-w-[60rem]">
      <button
        type="button"
        onClick={() => document.getElementById("main")?.focus()}
        className="-translate-y-20 fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-2 font-medium text-accent-ink focus:translate-y-0"
      >
        Skip to the content
      </button>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar missing={missing !== null} onPalette={openPalette} onShortcuts={openShortcuts} />
        <main
          id="main"
          tabIndex={-1}
          className="min-h-0 flex-1 overflow-auto outline-none [scrollbar-gutter:stable]"
        >
          <ServerBanner server={server} quiet={showsManyServers(pathname)} />
          {missing !== null && isAboutServer(pathname) ? (
            <MissingServer key={missing} id={missing} />
          ) : (
            <ScreenGate server={server} />
          )}
          <HintLayer />
        </main>
      </div>
      <Palette open={open === "palette"} onClose={close} />
      <Shortcuts open={open === "shortcuts"} onClose={close} />
      <AlertWatch />
      <Toasts />
    </div>
  );
}

/** The list of currently available shortcuts. */
function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const commands = useAllCommands().filter((each) => each.keys);
  const groups = Map.groupBy(commands, (each) => each.group);
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="medium">
      <div className="grid grid-cols-2 gap-x-8 gap-y-5">
        {[...groups].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 font-semibold text-muted">{group}</h3>
            <dl>
              {members.map((each) => (
                <div key={each.id} className="flex items-center justify-between gap-4 py-1">
                  <dt>{each.title}</dt>
                  <dd>{each.keys && <Keys keys={each.keys} />}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

interface Gated {
  readonly screen: Screen;
  readonly title: string;
}

/** Screens about the selected server; a model's page handles its own. */
const gated: Readonly<Record<string, Gated>> = {
  "/advice": { screen: "advice", title: "Advice" },
  "/tuning/new": { screen: "tuning", title: "Tune a model" },
  "/experiments/new": { screen: "experiments", title: "New experiment" },
};

/** The screen, or why this server can't fill it. */
function ScreenGate({ server }: { server: ServerStatus | null }) {
  const { pathname } = useLocation();
  const gate = gated[pathname];
  if (!server || !gate || findLack(gate.screen, server) === null) return <Outlet />;
  return (
    <Page title={gate.title}>
      <Lacking screen={gate.screen} server={server} />
    </Page>
  );
}
