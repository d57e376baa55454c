import { configToJson, parseConfig } from "../../engine/config/index.ts";

/** ModelConfig as the JSON text that a load takes as its override; null for a text that does not parse. */
export function overrideJson(text: string): string | null {
  const { config, findings } = parseConfig(text);
  return findings.length > 0 ? null : JSON.stringify(configToJson(config));
}

/** A command for a POSIX shell that loads a model with an override; `http`: HOST:PORT. */
export function curlCall(http: string, model: string, configJson: string): string {
  const body = JSON.stringify({ parameters: { config: configJson } });
  return [
    "curl --fail-with-body -sS -X POST \\",
    "  -H 'Content-Type: application/json' \\",
    `  --data-binary ${shellQuote(body)} \\`,
    `  ${shellQuote(`http://${http}/v2/repository/models/${encodeURIComponent(model)}/load`)}`,
  ].join("\n");
}

/** Which of tritonclient's modules speaks with a server, over gRPC where it has an address for it; null for none. */
export function pythonWay(endpoints: Record<"grpc" | "http", string>): PythonWay | null {
  const module = (["grpc", "http"] as const).find((each) => endpoints[each] !== "");
  return module ? { module, address: endpoints[module] } : null;
}

interface PythonWay {
  readonly module: "grpc" | "http";
  /** HOST:PORT */
  readonly address: string;
}

/** A Python program for NVIDIA's tritonclient that loads a model with an override. */
export function pythonCall(
  { module, address }: PythonWay,
  model: string,
  configJson: string,
): string {
  const pretty = JSON.stringify(JSON.parse(configJson), null, 2);
  return [
    `# pip install tritonclient[${module}]`,
    `import tritonclient.${module} as triton`,
    "",
    `config = ${pythonLines(pretty)}`,
    `client = triton.InferenceServerClient(${pythonString(address)})`,
    `client.load_model(${pythonString(model)}, config=config)`,
    `print(client.get_model_config(${pythonString(model)}))`,
  ].join("\n");
}

/** One word to a POSIX shell, whatever it holds. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A string literal of Python. JSON's are some, once what is not ASCII is escaped too. */
function pythonString(text: string): string {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** A string of several lines as literals that Python joins. */
function pythonLines(text: string): string {
  const lines = text.split("\n");
  const literals = lines.map((line, i) => pythonString(i < lines.length - 1 ? `${line}\n` : line));
  return ["(", ...literals.map((literal) => `    ${literal}`), ")"].join("\n");
}
