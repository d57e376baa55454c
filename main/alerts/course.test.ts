import { describe, expect, it } from "vitest";
import { Course } from "./course.ts";

/** One verdict every 5 s: `+` holds, `-` doesn't, `?` unknown. Returns the transitions with their times in seconds. */
function turns(forSeconds: number, verdicts: string): string[] {
  const course = new Course(forSeconds);
  return verdicts.split("").flatMap((each, index) => {
    const turn = course.step(index * 5000, each === "?" ? null : each === "+");
    return turn ? [`${turn} ${index * 5}`] : [];
  });
}

describe("[ALERT-1] from pending to firing", () => {
  it.each([
    [0, "+", ["fired 0"]],
    [10, "++", []],
    [10, "-+++", ["fired 15"]],
    [10, "++-++-++", []],
    [60, "-".repeat(20), []],
  ])("for %i s: %s", (forSeconds, verdicts, expected) => {
    expect(turns(forSeconds, verdicts)).toEqual(expected);
  });
});

it("[ALERT-2] a figure that moves about its threshold fires once", () => {
  expect(turns(0, "+-+-+--+-+")).toEqual(["fired 0"]);
  expect(turns(0, "+----+")).toEqual(["fired 0", "well 20", "fired 25"]);
});

describe("[ALERT-3] where nothing can be reported", () => {
  it("what fires continues for five minutes", () => {
    expect(turns(0, `+${"?".repeat(60)}`)).toEqual(["fired 0"]);
    expect(turns(0, `+${"?".repeat(61)}`)).toEqual(["fired 0", "unknown 305"]);
    expect(turns(0, `+${"?".repeat(50)}+${"?".repeat(50)}`)).toEqual(["fired 0"]);
  });

  it("what is pending waits for a minute, and fires by what is seen alone", () => {
    expect(turns(30, `+${"?".repeat(10)}`)).toEqual([]);
    expect(turns(30, `+${"?".repeat(10)}+`)).toEqual(["fired 55"]);
    expect(turns(30, `+${"?".repeat(13)}+`)).toEqual([]);
  });
});

it("[ALERT-2] what flaps has to be well for longer each time", () => {
  const flapping = "+----".repeat(3) + "+" + "-".repeat(13) + "+" + "-".repeat(60);
  expect(turns(0, flapping)).toEqual([
    "fired 0",
    "well 20",
    "fired 25",
    "well 140",
    "fired 145",
    "well 390",
  ]);
});

it("[ALERT-3] a machine that slept says nothing about the time in between", () => {
  const pending = new Course(30);
  expect(pending.step(0, true)).toBeNull();
  expect(pending.step(8 * 3_600_000, true)).toBeNull();
  expect(pending.state).toBe("pending");
  const firing = new Course(0);
  expect(firing.step(0, true)).toBe("fired");
  expect(firing.step(8 * 3_600_000, true)).toBe("unknown");
  expect(firing.step(8 * 3_600_000 + 5000, true)).toBe("fired");
});
