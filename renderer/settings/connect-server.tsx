import { useState } from "react";
import { StatusError } from "../../engine/protocol/status.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { tellSuccess } from "../ui/toasts.tsx";

const empty = { name: "", grpc: "", http: "", metrics: "" };

/** Connects a server that runs elsewhere, by its addresses. */
export function ConnectServer() {
  const [server, setServer] = useState(empty);
  const add = useAction("servers.add");
  const submit = () =>
    add.mutate(server, {
      onSuccess: () => {
        tellSuccess("The server was added", "Whether it answers shows below.");
        setServer(empty);
      },
    });
  const input = (name: keyof typeof empty, label: string, help: string, example: string) => (
    <Field label={label} help={help} error={errorOf(add.error, label)}>
      {(control) => (
        <TextInput
          {...control}
          value={server[name]}
          placeholder={example}
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setServer({ ...server, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  const elsewhere = add.error && !("field" in StatusError.from(add.error).details);
  return (
    <Card title="Connect a Triton server">
      <form
        className="flex flex-col gap-3 px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          {input("grpc", "gRPC address", "What the console talks to.", "gpu-7:8001")}
          {input("name", "Name", "Left empty: the address.", "Production, replica 1")}
          {input("http", "HTTP address", "Optional, for commands to copy.", "gpu-7:8000")}
          {input(
            "metrics",
            "Metrics address",
            "Optional, for the machine's figures.",
            "gpu-7:8002",
          )}
        </div>
        {add.error && elsewhere && (
          <Notice tone="bad" title="The server was not added">
            {add.error.message}
          </Notice>
        )}
        <div className="flex items-center justify-between gap-4">
          <p className="text-muted text-xs">
            Addresses are kept without secrets, in this console's data directory. The connection is
            not encrypted.
          </p>
          <Button
            type="submit"
            look="primary"
            disabled={server.grpc.trim() === "" || add.isPending}
          >
            Connect
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** The error where it is about the field of this label. */
function errorOf(error: Error | null, label: string): string | null {
  if (!error) return null;
  const { details, message } = StatusError.from(error);
  const { field } = details;
  const isOfIt = typeof field === "string" && field.toLowerCase() === label.toLowerCase();
  return isOfIt ? message : null;
}
