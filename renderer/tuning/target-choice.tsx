import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { parseFleetServerId, type ServerStatus } from "../../main/contract/index.ts";
import { useServers, useTopic } from "../host/topics.ts";
import { Field, Select } from "../ui/field.tsx";

/** Choice of the server to tune: a connected one, or a replica of a fleet. Nothing if there is only one. */
export function TargetChoice({ server }: { server: ServerStatus }) {
  const servers = useServers() ?? [];
  const fleets = useTopic("fleets.list", {}) ?? [];
  const navigate = useNavigate();
  const ofServer = parseFleetServerId(server.id)?.fleet ?? null;
  const [picked, setPicked] = useState<number | null>(null);
  const fleet = picked ?? ofServer;
  const grid = useTopic(
    "fleets.grid",
    fleet === null ? null : { fleetId: fleet, figure: "requestsPerSecond" },
  );
  if (servers.length + fleets.length < 2) return null;
  const show = (id: string) =>
    void navigate({
      to: "/tuning/new",
      search: (now: { readonly mode?: string }) => ({ mode: now.mode, server: id }),
    } as never);
  const pick = (value: string) => {
    const id = fleetIn(value);
    setPicked(id);
    if (id === null) show(value);
  };
  const replicas = grid?.fleetId === fleet ? (grid?.replicas ?? []) : [];
  const isReplica = ofServer !== null && ofServer === fleet;
  return (
    <>
      <Field label="Server or fleet" className="w-60">
        {(control) => (
          <Select
            {...control}
            value={fleet === null ? server.id : fleetValue(fleet)}
            options={[
              ...servers.map(({ id, name }) => ({ value: id, label: name })),
              ...fleets.map(({ id, name }) => ({ value: fleetValue(id), label: `Fleet ${name}` })),
            ]}
            onPick={pick}
          />
        )}
      </Field>
      {fleet !== null && (
        <Field label="Replica" className="w-60">
          {(control) => (
            <Select
              {...control}
              value={isReplica ? server.id : ""}
              options={[
                ...(isReplica ? [] : [{ value: "", label: "Choose a replica" }]),
                ...replicas.map(({ serverId, name, state }) => ({
                  value: serverId,
                  label: state === "live" ? name : `${name} (not answering)`,
                })),
              ]}
              onPick={(id) => {
                if (id !== "") show(id);
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}

const FLEET = /^fleet (\d+)$/;
const fleetValue = (id: number) => `fleet ${id}`;

function fleetIn(value: string): number | null {
  const [, id] = FLEET.exec(value) ?? [];
  return id === undefined ? null : Number(id);
}
