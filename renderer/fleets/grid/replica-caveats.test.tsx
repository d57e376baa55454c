import { afterEach, expect, test } from "vitest";
import type { GridReplica } from "../../../main/contract/index.ts";
import { clear, show } from "../../experiments/testing-view.tsx";
import { ReplicaCaveats } from "./replica-caveats.tsx";

afterEach(clear);

const replicas = (...notes: string[]) => notes.map((note) => ({ note }) as GridReplica);

test("a note about an endpoint is shown once, with how many replicas it applies to where not all", async () => {
  const all = await show(<ReplicaCaveats replicas={replicas("Slow.", "Slow.")} />);
  expect(all.textContent).toBe("Slow.");
  const some = await show(<ReplicaCaveats replicas={replicas("Slow.", "")} />);
  expect(some.textContent).toBe("1 replica: Slow.");
});
