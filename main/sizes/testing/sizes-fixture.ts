import { systemClock } from "../../../base/clock.ts";
import { HostEvents } from "../../events/index.ts";
import { SqliteDb } from "../../store/index.ts";
import { SizeStore, sizeMigrations } from "../size-store.ts";
import { Sizes, type SizesDeps } from "../sizes.ts";

/** A memory of sizes that ends with the test; no model files are in reach. */
export function testSizes(more: Partial<SizesDeps> = {}): Sizes {
  const db = new SqliteDb(":memory:");
  for (const { sql } of sizeMigrations) db.script(sql);
  return new Sizes({
    store: new SizeStore(db),
    clock: systemClock,
    events: new HostEvents(),
    readFileFacts: () => Promise.resolve(null),
    isBusy: () => false,
    ...more,
  });
}
