import { shellWord } from "../../base/shell-word.ts";
import { configToJson, parseConfig } from "../../engine/config/index.ts";

/** ModelConfig as JSON text for a load with an override; null for a text with syntax errors. */
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
    `  --data-binary ${shellWord(body)} \\`,
    `  ${shellWord(`http://${http}/v2/repository/models/${encodeURIComponent(model)}/load`)}`,
  ].join("\n");
}

/** The tritonclient module for a server, preferring gRPC; null without an address. */
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

/** A Python string literal: JSON's, with non-ASCII characters escaped. */
function pythonString(text: string): string {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** A string with several lines as literals that Python concatenates. */
function pythonLines(text: string): string {
  const lines = text.split("\n");
  const literals = lines.map((line, i) => pythonString(i < lines.length - 1 ? `${line}\n` : line));
  return ["(", ...literals.map((literal) => `    ${literal}`), ")"].join("\n");
}
