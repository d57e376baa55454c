import type { ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { ConnectDialog } from "./connect-dialog.tsx";

interface EditDialogProps {
  readonly server: ServerStatus;
  readonly onClose: () => void;
}

/** The form with a stored connection, once the host has returned it. */
export function EditDialog({ server: { id, name }, onClose }: EditDialogProps) {
  const { data } = useRequest("servers.connection", { serverId: id });
  if (!data) return null;
  return <ConnectDialog edited={{ serverId: id, name, connection: data }} onClose={onClose} />;
}
