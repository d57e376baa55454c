import { describe, expect, it } from "vitest";
import { matchersOf, withVariables } from "./promql.ts";

const variables = {
  labels: { job: "triton", pod: 'a"b\\c' },
  stepMs: 30_000,
  scrapeMs: 15_000,
};

describe("PromQL", () => {
  it("quotes labels, and names that are not letters, digits and _", () => {
    expect(matchersOf({ pod: 'a"b\\c\nd', "k8s.node": "x" })).toBe(
      '"k8s.node"="x",pod="a\\"b\\\\c\\nd"',
    );
  });

  it("[PROM-13] replaces the variables of a query, and nothing else", () => {
    expect(withVariables("rate(x{$labels}[$__rate_interval])", variables)).toBe(
      'rate(x{job="triton",pod="a\\"b\\\\c"}[60s])',
    );
    expect(withVariables('x{pod="$pod",b=~"a$"}[${__interval}]', variables)).toBe(
      'x{pod="a\\"b\\\\c",b=~"a$"}[30s]',
    );
    expect(withVariables("$unknown $job $jobs", variables)).toBe("$unknown triton $jobs");
    expect(withVariables("x[$__rate_interval]", { ...variables, stepMs: 120_000 })).toBe("x[135s]");
  });
});
