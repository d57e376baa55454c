import { Link } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { unavailableReason } from "./last-known.tsx";
import type { ModelState } from "./model-state.ts";

interface Subject {
  readonly name: string;
  readonly state: ModelState;
  readonly reason: string | null;
}

/** Why no load can be sent to a model now; undefined if it can. `model`: undefined if unknown. */
export function startBlockedReason(
  server: ServerStatus,
  model: Subject | undefined,
): string | undefined {
  const off = unavailableReason(server);
  if (off !== undefined || model === undefined) return off;
  switch (model.state) {
    case "READY":
    case "ready":
    case "unknown":
      return undefined;
    case "LOADING":
    case "loading":
      return `${model.name} is still loading.`;
    case "UNAVAILABLE":
    case "unavailable":
      return `${model.name} can't be loaded: fix it first.`;
    case "UNLOADING":
    case "UNLOADED":
      return `${model.name} is not loaded: load it first.`;
  }
}

interface BlockedModelProps {
  /** From {@link startBlockedReason}. */
  readonly blocked: string;
  readonly model: Subject;
  readonly server: ServerStatus;
}

/** Replaces a form that would send load to a model that doesn't serve. */
export function BlockedModel({ blocked, model, server }: BlockedModelProps) {
  return (
    <Notice
      tone="bad"
      title={blocked}
      actions={
        <Link
          to="/models/$name"
          params={{ name: model.name }}
          search={{ server: server.id }}
          className={buttonClass("primary")}
        >
          Open {model.name}
        </Link>
      }
    >
      {model.reason}
    </Notice>
  );
}
