import type { TorchserveManaged } from "../../main/contract/index.ts";

export interface ModelOfServer {
  readonly serverId: string;
  readonly model: string;
}

export interface VersionDialogProps {
  readonly of: ModelOfServer;
  readonly version: string;
  readonly onDone: (managed: TorchserveManaged) => void;
  readonly onClose: () => void;
}
