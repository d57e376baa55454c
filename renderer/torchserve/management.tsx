import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ObservedFrame } from "../../main/contract/index.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Select } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { RegisterModel } from "./register.tsx";
import { TorchServeWorkers } from "./workers.tsx";

interface TorchServeManagementProps {
  readonly serverId: string;
  readonly models: ObservedFrame["models"];
}

/** Manages a TorchServe: its models with their workers and versions. */
export function TorchServeManagement({ serverId, models }: TorchServeManagementProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const names = models.map(({ name }) => name);
  const model = picked !== null && names.includes(picked) ? picked : names[0];
  return (
    <>
      <Card title="Management" aside={<RegisterModel serverId={serverId} />}>
        <div className="flex flex-wrap items-center gap-4 px-4 py-3">
          {names.length > 1 && (
            <label className="flex items-center gap-2">
              Model
              <Select
                options={names.map((name) => ({ value: name, label: name }))}
                value={model}
                onPick={setPicked}
              />
            </label>
          )}
          <Notice
            tone="warn"
            title="TorchServe is no longer maintained"
            className="flex-1"
            actions={
              <Link to="/serving-layers" className={buttonClass()}>
                Where to?
              </Link>
            }
          >
            It gets no more fixes or security patches. Plan to move its models.
          </Notice>
        </div>
      </Card>
      {model !== undefined && (
        <TorchServeWorkers key={`${serverId} ${model}`} serverId={serverId} model={model} />
      )}
    </>
  );
}
