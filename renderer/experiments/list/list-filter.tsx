import { getRouteApi } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { Select, TextInput } from "../../ui/field.tsx";

const route = getRouteApi("/experiments");

/** Filter of the list, kept in the address. */
export function ListFilter({ tags }: { tags: readonly string[] }) {
  const { query, tag } = route.useSearch();
  const navigate = route.useNavigate();
  const input = useRef<HTMLInputElement>(null);
  // An address that came from elsewhere is shown; what is being typed is ahead of its address and stays.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = query;
  }, [query]);
  const show = (search: { query: string; tag: string }) =>
    void navigate({ to: "/experiments", search, replace: true });
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
          ref={input}
          defaultValue={query}
          onChange={(event) => show({ query: event.target.value, tag })}
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
          onPick={(next) => show({ query, tag: next })}
        />
      )}
    </div>
  );
}
