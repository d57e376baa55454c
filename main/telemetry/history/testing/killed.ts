import { ManualClock } from "../../../testing/manual-clock.ts";
import { HostEvents } from "../../../events/index.ts";
import { History } from "../history.ts";

/** Writes rows into the given folder until it is killed. */
const [, , directory = ""] = process.argv;
const clock = new ManualClock(1_000_000_000_000);
const events = new HostEvents();
const history = new History({ directory, clock, events });
let t = clock.now();
for (;;) {
  for (let n = 0; n < 100; n++) {
    t += 10_000;
    const parts = [
      { form: "rate", figure: "requestsPerSecond", model: "a", source: "x", growth: 5, seconds: 5 },
    ] as const;
    history.add("s", t, { seconds: 5, restarted: false, models: [], parts });
  }
  await history.flush();
  process.stdout.write(`${t}\n`);
}
