import { useLocation } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { AlertWatch } from "../alerts/alert-watch.tsx";
import { useServer } from "../host/topics.ts";
import { HintLayer } from "../ui/hint-layer.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { MissingServer, useMissingServer } from "./missing-server.tsx";
import { Palette } from "./palette.tsx";

import { ScreenGate } from "./screen-gate.tsx";
import { ServerBanner } from "./server-banner.tsx";
import { isAboutServer, showsManyServers } from "./scope.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useShellCommands } from "./use-shell-commands.ts";
import { useRememberedTheme } from "../host/use-theme.ts";

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
