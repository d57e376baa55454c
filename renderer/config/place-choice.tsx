import type { ConfigPlace, ConfigState } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { AskFirst } from "../ui/ask-first.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { showError } from "../ui/toasts.tsx";

type StoreState = NonNullable<ConfigState["store"]>;

const inFolder: readonly { value: ConfigPlace; label: string }[] = [
  { value: "file", label: "Write config.pbtxt" },
  { value: "server", label: "Override only" },
];
const inStore: readonly { value: ConfigPlace; label: string }[] = [
  { value: "server", label: "Override only" },
  { value: "file", label: "Write to the store" },
];

const IN_STORE =
  "The server loads the model with this text, and config.pbtxt in the store is replaced once the model serves, unless it changed there meanwhile.";

const words: Record<ConfigPlace, string> = {
  file: "The server loads the model with this text, and config.pbtxt is written once the model serves. The change survives a restart.",
  server:
    "The server serves this in place of config.pbtxt, which stays as it is. The override stays through later loads, until the model is unloaded, its files change or the server restarts.",
};

interface PlaceChoiceProps {
  readonly config: ConfigState;
  /** It is not to be chosen. */
  readonly fixed: boolean;
  readonly place: ConfigPlace;
  readonly onPick: (place: ConfigPlace) => void;
}

/** Where an applied text is kept, and what that means. */
export function PlaceChoice({ config, fixed, place, onPick }: PlaceChoiceProps) {
  const { path, store } = config;
  const canChoose = path !== "" && !fixed;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {canChoose ? (
        <Segmented
          label="Where to apply"
          options={store ? inStore : inFolder}
          value={place}
          onPick={onPick}
        />
      ) : (
        <b>{place === "file" ? "Into config.pbtxt:" : "As an override:"}</b>
      )}
      <p className="min-w-64 flex-1 text-muted">
        {store && place === "file" ? IN_STORE : words[place]}
      </p>
      {store && !store.writable && <AllowWrites store={store} />}
    </div>
  );
}

/** Off until the person allows it; the settings list where it is allowed. */
function AllowWrites({ store }: { store: StoreState }) {
  const allow = useAction("repositories.allowWrites", ["repositories.recent", "configs.get"]);
  const { repository } = store;
  return (
    <AskFirst
      title="Allow writing to this repository?"
      verb="Allow writing"
      consequence={
        <>
          <p className="break-all font-mono text-xs">{repository}</p>
          <p className="mt-2">
            Configurations of its models can then be written to the store, each after a
            confirmation. Other users of the store see them. You can forbid it again in the
            settings.
          </p>
        </>
      }
      onConfirm={() =>
        allow.mutate(
          { folder: repository, allowed: true },
          { onError: (failure) => showError("Can't allow writing to the store", failure) },
        )
      }
    >
      {(ask) => (
        <Button onClick={ask} disabled={allow.isPending}>
          Allow writing to the store…
        </Button>
      )}
    </AskFirst>
  );
}
