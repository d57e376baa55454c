import { Outlet, useLocation } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { findLack, type Screen } from "../host/capability.ts";
import { Lacking } from "../host/lacking.tsx";
import { Page } from "../ui/page.tsx";

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
export function ScreenGate({ server }: { server: ServerStatus | null }) {
  const { pathname } = useLocation();
  const gate = gated[pathname];
  if (!server || !gate || findLack(gate.screen, server) === null) return <Outlet />;
  return (
    <Page title={gate.title}>
      <Lacking screen={gate.screen} server={server} />
    </Page>
  );
}
