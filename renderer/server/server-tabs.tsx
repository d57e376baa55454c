import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import type { ServerSearch } from "../search.ts";
import { Tabs } from "../ui/tabs.tsx";

const TryChat = lazy(async () => ({
  default: (await import("../chat/try-chat.tsx")).TryChat,
}));

const route = getRouteApi("/server");

interface ServerTabsProps {
  readonly server: ServerStatus;
  readonly view: ServerSearch["view"];
  /** What the server tells. */
  readonly children: ReactNode;
}

/** What a server tells and, where it chats, one request to it. */
export function ServerTabs({ server, view, children }: ServerTabsProps) {
  const navigate = route.useNavigate();
  if (!server.capabilities.includes("chat")) return children;
  return (
    <Tabs
      label="About this server"
      value={view ?? "figures"}
      onPick={(picked) =>
        void navigate({
          to: "/server",
          search: (now: ServerSearch) => ({
            ...now,
            view: picked === "try" ? ("try" as const) : undefined,
          }),
        })
      }
      tabs={[
        { value: "figures", label: "What it tells" },
        { value: "try", label: "Try it" },
      ]}
    >
      {view === "try" ? (
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <TryChat server={server} />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-4">{children}</div>
      )}
    </Tabs>
  );
}
