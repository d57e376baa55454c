import { afterEach, expect, test } from "vitest";
import type { GridReplica } from "../../../main/contract/index.ts";
import { clear, show } from "../../experiments/testing-view.tsx";
import { WayNotes } from "./way-notes.tsx";

afterEach(clear);

const replicas = (...notes: string[]) => notes.map((note) => ({ note }) as GridReplica);

test("a note about an endpoint is shown once, with how many replicas it applies to where not all", async () => {
  const all = await show(<WayNotes replicas={replicas("Slow.", "Slow.")} />);
  expect(all.textContent).toBe("Slow.");
  const some = await show(<WayNotes replicas={replicas("Slow.", "")} />);
  expect(some.textContent).toBe("1 replica: Slow.");
});
