import { Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { isRecognised } from "./kinds.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { findLack, SCREENS, type Screen } from "./capability.ts";

/** Replaces a screen that a server can't fill. */
export function Lacking({ screen, server }: { screen: Screen; server: ServerStatus }) {
  const lack = findLack(screen, server);
  if (!lack) return null;
  return (
    <Card>
      <Empty
        title={`${lack.name} is not available from ${server.name}`}
        action={
          <Link to="/models" search={{ server: server.id }} className={buttonClass()}>
            What {server.name} reports
          </Link>
        }
      >
        {lack.why}
      </Empty>
    </Card>
  );
}

/** The screens that a server can't fill, with reasons; nothing if it fills all or is unknown. */
export function LackingScreens({ server }: { server: ServerStatus }) {
  if (!isRecognised(server)) return null;
  const lacks = SCREENS.flatMap((screen) => findLack(screen, server) ?? []);
  if (lacks.length === 0) return null;
  return (
    <Card title="Screens not available for this server">
      <dl className="grid grid-cols-[7rem_1fr] gap-x-3 gap-y-1 px-4 py-3 text-xs">
        {lacks.map(({ name, why }) => (
          <div key={name} className="contents">
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{why}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
