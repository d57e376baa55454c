import type { ReactNode } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { Notice } from "../ui/notice.tsx";
import { useServes } from "./use-serves.ts";

interface RefusedNoticeProps {
  readonly config: ConfigState;
  readonly children: ReactNode;
}

/** The server's message about a rejected text. */
export function RefusedNotice({ config, children }: RefusedNoticeProps) {
  const serves = useServes(config.serverId, config.model);
  const kept = serves ? "; the model serves as before" : "";
  return (
    <Notice tone="bad" title={`The server rejected this text${kept}`}>
      {children}
    </Notice>
  );
}
