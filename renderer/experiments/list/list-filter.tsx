import { getRouteApi } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Select, TextInput } from "../../ui/field.tsx";
import { useSettled } from "../plan/use-settled.ts";

const route = getRouteApi("/experiments");

/** Which experiments are shown; kept in the address. */
export function ListFilter({ tags }: { tags: readonly string[] }) {
  const { query, tag } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(query);
  const settled = useSettled(typed, 250);
  useEffect(() => {
    void navigate({ to: "/experiments", search: { query: settled, tag }, replace: true });
  }, [navigate, settled, tag]);
  const choices = [...new Set([...tags, ...(tag === "" ? [] : [tag])])];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="relative">
        <Search
          aria-hidden="true"
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-muted"
        />
        <TextInput
          type="search"
          aria-label="Search experiments"
          placeholder="Names, tags, notes, models, servers"
          className="w-80 pl-8"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
      {choices.length > 0 && (
        <Select
          aria-label="Tag"
          value={tag}
          options={[
            { value: "", label: "Any tag" },
            ...choices.map((each) => ({ value: each, label: each })),
          ]}
          onPick={(next) =>
            void navigate({ to: "/experiments", search: { query, tag: next }, replace: true })
          }
        />
      )}
    </div>
  );
}
