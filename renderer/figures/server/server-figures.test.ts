import { describe, expect, test } from "vitest";
import { FIGURE_IDS, FIGURES } from "../../../main/contract/index.ts";
import { within } from "../../charts/samples.ts";
import { collectInstants, newestPointValue, pointAt } from "../../charts/series-data.ts";
import { isTriton, findLack, SCREENS } from "../../host/capability.ts";
import { CHART_GROUPS, chartsInOrder, figuresInOrder } from "./chart-groups.ts";
import { labelsText, metricText, chartForms } from "../metric-text.ts";
import { figureTable, observedHint, mainModel } from "../observed-figures.ts";
import { figure, frame, status } from "../../host/testing/server-data.ts";
import { columnUnit, unitFormats } from "../units.ts";

describe("charts", () => {
  test("[SERVER-PAGE-C1] no chart has two units, and each figure has one chart", () => {
    for (const { id, figures } of CHART_GROUPS)
      expect(new Set(figures.map((each) => FIGURES[each].unit)).size, id).toBe(1);
    expect(figuresInOrder("vllm").toSorted()).toEqual(FIGURE_IDS.toSorted());
  });

  test("[SERVER-PAGE-C2] a language model's charts begin with who waits and how soon tokens come", () => {
    expect(
      chartsInOrder("vllm")
        .slice(0, 4)
        .map(({ id }) => id),
    ).toEqual(["load", "ttft", "itl", "tokens"]);
    expect(chartsInOrder("torchserve")[0]?.id).toBe("requests");
  });

  const points = [1, 2, 3, 4].map((t) => ({
    t,
    value: t === 4 ? null : t,
    least: null,
    most: null,
  }));
  test("[SERVER-PAGE-C3] a span has its points and one on either side", () => {
    expect(within(points, [2, 3]).map(({ t }) => t)).toEqual([1, 2, 3, 4]);
    expect(within(points, [5, 6])).toEqual([]);
    expect(newestPointValue(points)).toBe(3);
    expect(pointAt(points, 3)?.value).toBe(3);
    expect(pointAt(points, 2.5)).toBeUndefined();
  });

  test("[SERVER-PAGE-C3] lines with other instants are read at all of them", () => {
    const line = (at: readonly number[]) => ({
      key: String(at),
      label: "",
      color: "",
      points: at.map((t) => ({ t, value: 1, least: null, most: null })),
    });
    expect(collectInstants([line([1, 3]), line([2, 3])])).toEqual([1, 2, 3]);
  });
});

describe("figures", () => {
  test("[SERVER-PAGE-F1] a column has one unit, which its head says", () => {
    const memory = columnUnit("bytes", [1024 ** 2, 3 * 1024 ** 3, null]);
    expect(memory.unit).toBe("GiB");
    expect(memory.text(3 * 1024 ** 3)).toBe("3");
    expect(memory.text(1024 ** 2)).toBe("0.000977");
    expect(columnUnit("ms", [0.2, 4000]).text(4000)).toBe("4,000");
    expect(columnUnit("fraction", []).text(0.883)).toBe("88.3");
    expect(columnUnit("requests", []).text(null)).toBe("–");
    expect([1, 1.5].map(unitFormats.items.text)).toEqual(["1 item", "1.50 items"]);
  });

  test("[SERVER-PAGE-F2] an unavailable figure is listed once, with its reason", () => {
    const gone = { provenance: "unavailable", value: null, hint: "Start it with --x." } as const;
    const table = figureTable(
      frame({
        figures: [
          figure({}),
          figure({ ...gone, figure: "ttftMs" }),
          figure({ ...gone, figure: "ttftMs", model: "other" }),
          figure({ ...gone, figure: "itlMs" }),
        ],
      }),
    );
    expect(table.unavailable).toEqual([
      { hint: "Start it with --x.", figures: ["ttftMs", "itlMs"] },
    ]);
    expect(table.get("qwen", "ttftMs")).toBeUndefined();
  });

  test("[SERVER-PAGE-F3] a figure of the whole server is in for a model's own", () => {
    const table = figureTable(frame({ figures: [figure({ model: "" })] }));
    expect(table.get("qwen", "waiting")).toBeUndefined();
    expect(table.find("qwen", "waiting")?.model).toBe("");
  });

  test("[SERVER-PAGE-F3] charts begin with the model that has the most figures", () => {
    const of = (model: string, ids: ("waiting" | "running")[]) =>
      ids.map((id) => figure({ model, figure: id }));
    expect(mainModel(frame({ figures: [...of("", ["waiting"]), ...of("a", ["running"])] }))).toBe(
      "a",
    );
    expect(mainModel(frame({ figures: of("", ["waiting", "running"]) }))).toBe("");
    expect(mainModel(null)).toBe("");
  });

  test("[SERVER-PAGE-F4] a hint says how a figure is computed", () => {
    expect(observedHint(figure({ provenance: "derived", value: null }))).toBe(
      [
        "Queue depth. Requests waiting in the server's queues.",
        "Derived: from vllm:num_requests_waiting.",
        "No data: nothing happened in this interval.",
      ].join("\n"),
    );
  });
});

describe("screens", () => {
  test("[SERVER-PAGE-L1] Triton and the embedded engine fill every screen, before their first answer too", () => {
    for (const kind of ["triton", "embedded"] as const)
      for (const screen of SCREENS)
        expect(findLack(screen, status({ kind, capabilities: [] }))).toBeNull();
    expect(isTriton({ kind: "openInference", capabilities: ["statistics"] })).toBe(true);
  });

  test("[SERVER-PAGE-L2] a capability opens its screen; without it the reason names the kind and a way", () => {
    const server = status();
    expect(findLack("experiments", server)).toBeNull();
    expect(findLack("try", { ...server, capabilities: ["inference"] })).toBeNull();
    const lack = findLack("advice", server);
    expect(lack?.name).toBe("Advice");
    expect(lack?.why).toContain("vLLM has none, since it is drawn from Triton's statistics");
  });
});

describe("metrics", () => {
  test("[SERVER-PAGE-M1] values are written by the unit that the name ends with", () => {
    expect(metricText("request_duration_seconds", "p99").text(0.25)).toBe("250 ms");
    expect(metricText("nv_inference_queue_duration_us", "value").text(1500)).toBe("1.50 ms");
    expect(metricText("process_resident_memory_bytes", "value").text(1024)).toBe("1 KiB");
    expect(metricText("tokens_total", "rate").text(12)).toBe("12/s");
    expect(metricText("process_start_time_seconds", "value").text(2)).toBe("2");
    expect(metricText("request_duration_seconds_total", "rate").text(null)).toBe("–");
  });

  test("[SERVER-PAGE-M2] each type can be charted as what it is", () => {
    expect(chartForms.counter[0]).toBe("rate");
    expect(chartForms.gauge).toEqual(["value"]);
    expect(chartForms.histogram).toContain("p99");
    expect(chartForms.summary).not.toContain("p99");
    expect(labelsText({ model: "a", version: "1" })).toBe('model="a", version="1"');
  });
});
