import type { ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { ConnectDialog } from "./connect-dialog.tsx";

interface EditDialogProps {
  readonly server: ServerStatus;
  readonly onClose: () => void;
}

/** The form with what is kept of a connection, as soon as the host has answered. */
export function EditDialog({ server: { id, name }, onClose }: EditDialogProps) {
  const { data } = useRequest("servers.connection", { serverId: id });
  if (!data) return null;
  return <ConnectDialog edited={{ serverId: id, name, connection: data }} onClose={onClose} />;
}
