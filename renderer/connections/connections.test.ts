import { expect, test } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import type { ServerStatus, ShownConnection } from "../../main/contract/index.ts";
import { connectionDraft } from "../../main/contract/index.ts";
import { encrypted, parseAddressParts, guessProtocol } from "../host/addresses.ts";
import { describeEncryption, exposure } from "../host/connection-form/encryption.ts";
import { errorAt, errorElsewhere, toFieldError } from "../host/connection-form/field-errors.ts";
import { failingFirst, filterServers, countStates, describeStates } from "./filter-servers.ts";
import { toDraft, emptyForm, toForm } from "../host/connection-form/form.ts";
import { guessAddresses } from "./guesses.ts";
import { describeSecrets } from "./security-text.ts";
import { status } from "../host/testing/server-data.ts";

const shown: ShownConnection = {
  name: "Replica",
  kind: "vllm",
  http: "https://gpu-7:8000",
  grpc: "",
  metrics: "",
  tls: {
    ca: { kind: "file", path: "/ca.pem" },
    certificate: { kind: "text", text: "-----BEGIN CERTIFICATE-----" },
    key: { kind: "secret", secret: { kind: "kept", where: "keychain" } },
    serverName: "inside",
  },
  auth: { kind: "bearer", token: { kind: "lost" } },
  headers: [{ name: "x-tenant", value: { kind: "environment", variable: "TENANT", set: false } }],
  proxy: "http://proxy:3128",
};

test.each([
  ["gpu-7:8001", "grpc"],
  ["gpu-7:8000", "http"],
  ["http://gpu-7:8001", "http"],
  ["grpcs://gpu-7", "grpc"],
  ["[::1]:8500", "grpc"],
  ["gpu-7", null],
])("[CONNECTION-PAGE-A1] %s is taken for %s", (address, way) => {
  expect(guessProtocol(address)).toBe(way);
});

test("[CONNECTION-PAGE-A1] an address is taken apart", () => {
  expect(parseAddressParts("https://[::1]:8000/models/a")).toEqual({
    scheme: "https",
    host: "[::1]",
    port: 8000,
  });
});

test("[CONNECTION-PAGE-A2] encryption changes the scheme, and an address that is empty stays so", () => {
  expect(encrypted("http", "gpu-7:8000", true)).toBe("https://gpu-7:8000");
  expect(encrypted("grpc", "gpu-7:8001", true)).toBe("grpcs://gpu-7:8001");
  expect(encrypted("grpc", "grpcs://gpu-7:8001", false)).toBe("grpc://gpu-7:8001");
  expect(encrypted("metrics", "", true)).toBe("");
});

test("[CONNECTION-PAGE-A7] each address is encrypted or not", () => {
  const words = (grpc: string) => describeEncryption(at({ http: "https://a:8000", grpc }));
  expect(words("a:8001")).toBe("HTTP encrypted, gRPC not");
  expect(words("grpcs://a:8001")).toBe("Encrypted");
  expect(describeEncryption(at({ http: "a:8000", grpc: "a:8001" }))).toBe("Not encrypted");
});

test("[CONNECTION-PAGE-A7] it is said where secrets go unencrypted, and where they do not go at all", () => {
  const bearer = { auth: "bearer", headers: [] } as const;
  const headers = { auth: "none", headers: [{ name: "x-key" }] } as const;
  const mixed = (grpc: string) => at({ http: "https://a:8000", grpc });
  expect(exposure(at({ http: "a:8000", grpc: "a:8001" }), bearer)).toEqual([
    "The token goes over HTTP and gRPC unencrypted: anyone on the network path can read and use what is sent.",
  ]);
  expect(exposure(mixed("a:8001"), headers)).toEqual([
    "The headers are not sent over gRPC, which is not encrypted.",
  ]);
  expect(exposure(mixed("127.0.0.1:8001"), bearer)).toEqual([
    "The token goes over gRPC unencrypted, though not beyond the host's machine.",
  ]);
  expect(exposure(mixed("grpcs://a:8001"), bearer)).toEqual([]);
  expect(exposure(at({ http: "a:8000" }), { auth: "none", headers: [{ name: "" }] })).toEqual([]);
});

const at = (part: Partial<typeof emptyForm>) => ({ ...emptyForm, ...part });

test("[CONNECTION-PAGE-A3] other addresses are guessed from the ports that kinds use", () => {
  const [triton, ...more] = guessAddresses(at({ grpc: "gpu-7:8001" }), "auto");
  expect(more).toEqual([]);
  expect(triton).toEqual({
    kinds: ["triton"],
    fills: { http: "gpu-7:8000", metrics: "gpu-7:8002" },
  });
});

test("[CONNECTION-PAGE-A3] guesses of kinds that agree are one, and encryption is kept", () => {
  const guesses = guessAddresses(at({ http: "https://a:8080" }), "auto");
  expect(guesses.map(({ kinds }) => kinds)).toEqual([
    ["openInference"],
    ["mlserver"],
    ["torchserve"],
  ]);
  expect(guesses[1]?.fills).toEqual({ grpc: "grpcs://a:8081", metrics: "https://a:8082" });
});

test("[CONNECTION-PAGE-A3] where clients enter by another door than the console, that one is guessed", () => {
  expect(guessAddresses(at({ http: "a:8080" }), "torchserve")[0]?.fills).toEqual({
    http: "a:8081",
    metrics: "a:8082",
  });
});

test("[CONNECTION-PAGE-A3] nothing is guessed for other ports, or where all is filled in", () => {
  expect(guessAddresses(at({ http: "a:1234" }), "auto")).toEqual([]);
  expect(guessAddresses(at({ http: "a:8501", grpc: "a:8500" }), "tensorflowServing")).toEqual([]);
  expect(guessAddresses(at({ http: "a:8000" }), "vllm")).toEqual([]);
});

test("[CONNECTION-PAGE-A4] what is shown of a connection becomes a draft that keeps its secrets", () => {
  const draft = toDraft(toForm(shown));
  expect(connectionDraft.parse(draft)).toEqual({
    ...shown,
    tls: { ...shown.tls, key: { kind: "secret", secret: { kind: "kept" } } },
    auth: { kind: "bearer", token: { kind: "kept" } },
    headers: [{ name: "x-tenant", value: { kind: "environment", variable: "TENANT" } }],
    models: [],
  });
});

test("[CONNECTION-PAGE-A9] models that are named stay over an edit, each once", () => {
  const form = toForm({ ...shown, models: ["resnet", "half plus two"] });
  expect(form.models).toBe("resnet, half plus two");
  expect(toDraft(form).models).toEqual(["resnet", "half plus two"]);
  expect(toDraft({ ...form, models: " b ,, a, b" }).models).toEqual(["b", "a"]);
  expect(toDraft({ ...form, models: " " }).models).toEqual([]);
});

test("[CONNECTION-PAGE-A4] a secret that is typed replaces the kept one; none of TLS is no TLS", () => {
  const form = toForm(shown);
  expect(toDraft({ ...form, token: { ...form.token, value: "new" } }).auth).toEqual({
    kind: "bearer",
    token: { kind: "given", value: "new" },
  });
  expect(toDraft({ ...emptyForm, http: " a:1 " })).toMatchObject({ http: "a:1", tls: null });
});

test("[CONNECTION-PAGE-A5] errors are at their field, others above the buttons", () => {
  const at = (field: string) =>
    toFieldError(new StatusError("INVALID_ARGUMENT", "Wrong.", { details: { field } }));
  expect(errorAt(at("tls.ca"), "tls.ca")).toBe("Wrong.");
  expect(errorAt(at("grpc"), "http")).toBeNull();
  expect(errorAt(at("headers.x-tenant"), "headers.x-tenant")).toBe("Wrong.");
  expect(errorElsewhere(at("grpc"))).toBeNull();
  expect(errorElsewhere(at("tls"))).toBe("Wrong.");
  expect(errorElsewhere(toFieldError(new Error("Gone.")))).toBe("Gone.");
});

test("[CONNECTION-PAGE-S1] secrets are described by where they are stored", () => {
  expect(describeSecrets(shown)).toEqual([
    { label: "Client certificate's key", words: "in the system's keychain", missing: false },
    {
      label: "Bearer token",
      words: "lost with the host's last start: enter it again",
      missing: true,
    },
    { label: "Header x-tenant", words: "TENANT is not set", missing: true },
  ]);
});

const server = (part: Partial<ServerStatus>) =>
  status({ id: "a", name: "a", capabilities: [], ...part });

test("[CONNECTION-PAGE-S2] connections are found by name, kind, address and state", () => {
  const servers = [
    server({}),
    server({ id: "b", name: "b", kind: "triton", state: "failed" }),
    server({ id: "c", name: "c", kind: "triton", state: "starting" }),
  ];
  const found = (search: string) => filterServers(servers, search).map(({ id }) => id);
  expect(found("vllm 8000")).toEqual(["a"]);
  expect(found("triton")).toEqual(["b", "c"]);
  expect(found("failed")).toEqual(["b"]);
  expect(describeStates(servers)).toBe("3 servers: 1 live, 1 failed, 1 connecting");
});

test("[CONNECTION-PAGE-S4] those that fail come first, and states are counted", () => {
  const servers = [
    server({}),
    server({ id: "b", state: "stale" }),
    server({ id: "c" }),
    server({ id: "d", state: "failed" }),
  ];
  expect(failingFirst(servers).map(({ id }) => id)).toEqual(["d", "b", "a", "c"]);
  expect(countStates(servers)).toEqual([
    ["failed", 1],
    ["stale", 1],
    ["live", 2],
  ]);
});

test("[CONNECTION-PAGE-S5] a server that becomes live stays in its place", () => {
  const servers = (state: ServerStatus["state"]) => [
    server({ kind: "embedded" }),
    server({ id: "b", state }),
  ];
  const order = (state: ServerStatus["state"]) => failingFirst(servers(state)).map(({ id }) => id);
  expect(order("starting")).toEqual(["a", "b"]);
  expect(order("live")).toEqual(["a", "b"]);
});
