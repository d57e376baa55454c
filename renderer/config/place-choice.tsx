import type { ConfigPlace } from "../../main/contract/index.ts";
import { Segmented } from "../ui/segmented.tsx";

const places: readonly { value: ConfigPlace; label: string }[] = [
  { value: "file", label: "Write config.pbtxt" },
  { value: "server", label: "Override only" },
];

const words: Record<ConfigPlace, string> = {
  file: "The server loads the model with this text; config.pbtxt is written once the model serves. The change survives a restart.",
  server:
    "The server serves this in place of config.pbtxt, which stays as it is. The override sticks through later loads, until the model is unloaded, its files change or the server is started again.",
};

interface PlaceChoiceProps {
  readonly canChoose: boolean;
  readonly place: ConfigPlace;
  readonly onPick: (place: ConfigPlace) => void;
}

/** Where an applied text is kept, and what that means. */
export function PlaceChoice({ canChoose, place, onPick }: PlaceChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {canChoose ? (
        <Segmented label="Where to apply" options={places} value={place} onPick={onPick} />
      ) : (
        <b>{place === "file" ? "Into config.pbtxt:" : "As an override:"}</b>
      )}
      <p className="min-w-64 flex-1 text-muted">{words[place]}</p>
    </div>
  );
}
