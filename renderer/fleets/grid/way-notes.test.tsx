import { afterEach, expect, test } from "vitest";
import type { GridReplica } from "../../../main/contract/index.ts";
import { clear, show } from "../../experiments/testing-view.tsx";
import { WayNotes } from "./way-notes.tsx";

afterEach(clear);

const replicas = (...notes: string[]) => notes.map((note) => ({ note }) as GridReplica);

test("a note of the way is reported once, with how many it is of where not of all", async () => {
  const all = await show(<WayNotes replicas={replicas("Slow.", "Slow.")} />);
  expect(all.textContent).toBe("Slow.");
  const some = await show(<WayNotes replicas={replicas("Slow.", "")} />);
  expect(some.textContent).toBe("1 replica: Slow.");
});
