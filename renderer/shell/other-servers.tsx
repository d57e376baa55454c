import { Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";
import { useServers } from "../host/topics.ts";
import { Dot } from "../ui/badge.tsx";
import { serverStateWords } from "../host/server-state.ts";

/** How many of the servers that are not looked at do not answer: the way to see them. Nothing while all do. */
export function OtherServers({ server }: { server: ServerStatus | null }) {
  const others = (useServers() ?? []).filter(
    ({ id, state }) => id !== server?.id && state !== "live",
  );
  if (others.length === 0) return null;
  const states = others.map((each) => ({ each, ...serverStateWords(each) }));
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
