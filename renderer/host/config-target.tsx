import { useState } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { useRequest } from "./requests.ts";

type StoreState = NonNullable<ConfigState["store"]>;

/** What is written where: read before the store is changed. */
export function StoreTarget({ store, isNew }: { store: StoreState; isNew: boolean }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-muted">Bucket</dt>
        <dd className="break-all font-mono text-xs">{store.bucket}</dd>
        <dt className="text-muted">Key</dt>
        <dd className="break-all font-mono text-xs">{store.key}</dd>
      </dl>
      <p className="mt-2">
        {isNew
          ? "It is created, unless someone else does so meanwhile."
          : "It replaces the text that the diff shows. If someone else changed it meanwhile, nothing is written."}{" "}
        Every server that loads the model from this store gets it.
      </p>
    </>
  );
}

interface StoreChoiceProps {
  readonly store: StoreState;
  readonly isNew: boolean;
  readonly toStore: boolean;
  readonly onChange: (toStore: boolean) => void;
}

/** Whether a configuration in an object store is replaced, or an override is applied: the default. */
export function StoreChoice({ store, isNew, toStore, onChange }: StoreChoiceProps) {
  const reason = store.writable
    ? store.problem
    : "Writing to this store isn't allowed. The dialog of Apply on the configuration page can allow it.";
  if (reason !== null) return <p>It is applied as an override. {reason}</p>;
  return (
    <>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={toStore}
          onChange={({ target }) => onChange(target.checked)}
        />
        Write config.pbtxt to the store
      </label>
      {toStore ? (
        <StoreTarget store={store} isNew={isNew} />
      ) : (
        <p>
          It is applied as an override, until the model is unloaded, its files change or the server
          restarts.
        </p>
      )}
    </>
  );
}

/** The store's part of the configuration of a model, and whether it is to be written; null where it is in no store. */
export function useStoreTarget(serverId: string, model: string) {
  const { data: config } = useRequest("configs.get", { serverId, model });
  const [toStore, setToStore] = useState(false);
  const store = config?.store ?? null;
  const canWrite = store !== null && store.writable && store.problem === null;
  return {
    toStore: toStore && canWrite,
    choice: store && (
      <StoreChoice
        store={store}
        isNew={!config?.hasFile && config?.overriddenFile === null}
        toStore={toStore}
        onChange={setToStore}
      />
    ),
  };
}
