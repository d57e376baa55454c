import net from "node:net";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Through which proxy a URL is asked for as the environment says, by the rules of kubectl (golang.org/x/net/http/httpproxy,
 * config.go): HTTPS_PROXY or HTTP_PROXY by the URL's scheme, no one's for this machine and for what NO_PROXY names. A
 * desktop's window has them where the system gives them to its programs. Null: none.
 */
export function findProxy(url: string, environment: Environment = process.env): string | null {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "https:";
  const proxy = readVariable(environment, isSecure ? "HTTPS_PROXY" : "HTTP_PROXY");
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (proxy === "" || isThisMachine(host)) return null;
  const exceptions = readVariable(environment, "NO_PROXY").split(",");
  const at = { host, port: port || (isSecure ? "443" : "80") };
  if (exceptions.some((each) => isException(each.trim().toLowerCase(), at))) return null;
  return /^[a-z][a-z0-9]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function readVariable(environment: Environment, name: string): string {
  return (environment[name] || environment[name.toLowerCase()] || "").trim();
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || (net.isIP(host) !== 0 && isIn(host, ["127.0.0.0/8", "::1/128"]));
}

/** An address, a range of them, or a name with those below it; `.name`: those below it alone. */
function isException(written: string, { host, port }: { host: string; port: string }): boolean {
  if (written === "") return false;
  if (written === "*") return true;
  if (written.includes("/")) return net.isIP(host) !== 0 && isIn(host, [written]);
  const [, name = "", ownPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(written) ?? [];
  const [exact, wantedPort] = net.isIP(written) !== 0 ? [written, undefined] : [name, ownPort];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  if (net.isIP(exact) !== 0) return exact === host;
  const below = exact.replace(/^\*(?=\.)/, "");
  return below.startsWith(".")
    ? host.endsWith(below)
    : host === below || host.endsWith(`.${below}`);
}

function isIn(address: string, ranges: readonly string[]): boolean {
  const list = new net.BlockList();
  for (const range of ranges) {
    const [from = "", bits] = range.split("/");
    const version = net.isIP(from);
    const prefix = Number(bits);
    if (
      version !== 0 &&
      Number.isInteger(prefix) &&
      prefix >= 0 &&
      prefix <= (version === 4 ? 32 : 128)
    )
      list.addSubnet(from, prefix, version === 4 ? "ipv4" : "ipv6");
  }
  return list.check(address, net.isIP(address) === 4 ? "ipv4" : "ipv6");
}
