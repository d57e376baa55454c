import { describe, expect, it } from "vitest";
import { ManualClock } from "../../testing/manual-clock.ts";
import { DnsMembers } from "./dns.ts";
import type { Resolver } from "./resolver.ts";

const name = {
  kind: "dns" as const,
  host: "triton.example",
  records: "addresses" as const,
  grpcPort: 8001,
  httpPort: null,
  metricsPort: 8002,
  encrypted: false,
  everySeconds: 30,
};

function setUp(definition: ConstructorParameters<typeof DnsMembers>[0] = name) {
  const clock = new ManualClock();
  let addresses: readonly string[] | Error = ["10.0.0.2", "10.0.0.1", "fd00::1"];
  const asked: string[] = [];
  const resolver: Resolver = {
    addresses: (host) => {
      asked.push(host);
      return addresses instanceof Error ? Promise.reject(addresses) : Promise.resolve(addresses);
    },
    services: (host) => {
      asked.push(host);
      return Promise.resolve([{ host: "pod-0.triton", port: 9001 }]);
    },
  };
  const members = new DnsMembers(definition, resolver, clock);
  let changes = 0;
  members.onChanged(() => {
    changes += 1;
  });
  return {
    clock,
    members,
    asked,
    resolveTo: (now: readonly string[] | Error) => {
      addresses = now;
    },
    keys: () => members.members().map(({ key }) => key),
    changes: () => changes,
  };
}

const missing = Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });

describe("[FLEET-F2] members by DNS", () => {
  it("are all its addresses with the ports that were given", async () => {
    const { clock, members, keys } = setUp();
    await clock.advance(0);
    expect(keys()).toEqual(["10.0.0.1:8001", "10.0.0.2:8001", "[fd00::1]:8001"]);
    expect(members.members()[2]).toMatchObject({
      grpc: "grpc://[fd00::1]:8001",
      http: "",
      metrics: "http://[fd00::1]:8002",
    });
  });

  it("are looked up again after the interval, and emitted when they changed", async () => {
    const { clock, asked, resolveTo, keys, changes } = setUp();
    await clock.advance(0);
    expect(changes()).toBe(1);
    await clock.advance(30_000);
    expect([asked.length, changes()]).toEqual([2, 1]);
    resolveTo(["10.0.0.3"]);
    await clock.advance(30_000);
    expect([keys(), changes()]).toEqual([["10.0.0.3:8001"], 2]);
  });

  it("stay when a look-up fails, which is reported and tried again sooner", async () => {
    const { clock, members, resolveTo, keys } = setUp();
    await clock.advance(0);
    const before = keys();
    resolveTo(missing);
    await clock.advance(30_000);
    expect(keys()).toEqual(before);
    expect(members.problem()).toBe(
      "'triton.example' could not be looked up: there is no such name.",
    );
    resolveTo([]);
    await clock.advance(5000);
    expect(members.problem()).toContain("it has no addresses");
    resolveTo(["10.0.0.9"]);
    await clock.advance(5000);
    expect([members.problem(), keys()]).toEqual([null, ["10.0.0.9:8001"]]);
  });

  it("come from SRV records with their ports", async () => {
    const { clock, members } = setUp({ ...name, records: "srvGrpc", encrypted: true });
    await clock.advance(0);
    expect(members.members()).toMatchObject([
      {
        key: "pod-0.triton:9001",
        grpc: "grpcs://pod-0.triton:9001",
        metrics: "https://pod-0.triton:8002",
      },
    ]);
  });

  it("are not looked up any more once disposed", async () => {
    const { clock, members, asked } = setUp();
    await clock.advance(0);
    members[Symbol.dispose]();
    await clock.advance(60_000);
    expect(asked).toHaveLength(1);
  });
});
