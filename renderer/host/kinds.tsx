import {
  Cpu,
  Feather,
  Flame,
  MessageCircle,
  MessagesSquare,
  Orbit,
  PawPrint,
  Plug,
  Radio,
  Server,
  Signpost,
  Smile,
  Sun,
  Triangle,
  Waypoints,
  Wine,
  Zap,
  type LucideIcon,
} from "lucide-react";
import type { ServerKind, ServerStatus } from "../../main/contract/index.ts";
import { chartColor } from "../figures/colors.ts";

interface KindLook {
  readonly name: string;
  readonly icon: LucideIcon;
  /** A CSS colour. */
  readonly color: string;
}

/** Name and look of each kind of server. */
export const kindLooks: Record<ServerKind, KindLook> = {
  embedded: { name: "Embedded engine", icon: Cpu, color: "var(--color-accent)" },
  triton: { name: "Triton", icon: Triangle, color: "var(--color-good)" },
  openInference: { name: "Open Inference Protocol", icon: Plug, color: chartColor(6) },
  mlserver: { name: "MLServer", icon: Server, color: chartColor(3) },
  openvino: { name: "OpenVINO Model Server", icon: Wine, color: chartColor(4) },
  vllm: { name: "vLLM", icon: MessagesSquare, color: chartColor(1) },
  sglang: { name: "SGLang", icon: Radio, color: chartColor(2) },
  llamaCpp: { name: "llama.cpp", icon: Feather, color: chartColor(3) },
  ollama: { name: "Ollama", icon: PawPrint, color: chartColor(6) },
  tgi: { name: "Text Generation Inference", icon: Smile, color: chartColor(4) },
  trtllm: { name: "TensorRT-LLM (trtllm-serve)", icon: Zap, color: chartColor(5) },
  dynamo: { name: "NVIDIA Dynamo", icon: Waypoints, color: chartColor(3) },
  openai: { name: "OpenAI-compatible server", icon: MessageCircle, color: chartColor(6) },
  endpointPicker: {
    name: "Endpoint picker (Gateway API Inference Extension)",
    icon: Signpost,
    color: chartColor(1),
  },
  torchserve: { name: "TorchServe", icon: Flame, color: chartColor(5) },
  tensorflowServing: { name: "TensorFlow Serving", icon: Orbit, color: chartColor(2) },
  rayServe: { name: "Ray Serve", icon: Sun, color: chartColor(2) },
};

/** Kinds that users can connect, in the order of the list. */
export const REMOTE_KINDS = [
  "triton",
  "vllm",
  "sglang",
  "llamaCpp",
  "ollama",
  "tgi",
  "trtllm",
  "dynamo",
  "openai",
  "endpointPicker",
  "openInference",
  "mlserver",
  "openvino",
  "torchserve",
  "tensorflowServing",
  "rayServe",
] as const satisfies readonly ServerKind[];

type Known = Pick<ServerStatus, "kind" | "state" | "version" | "capabilities" | "batchdeck">;

/** Whether its kind was ever detected; a server that never answered has none yet. */
export const isRecognised = ({ kind, state, version, capabilities }: Known): boolean =>
  kind !== "openInference" || state === "live" || version !== null || capabilities.length > 0;

/** A server's product name: a remote Batchdeck engine has Triton's kind but isn't a Triton. */
export function productName({ kind, batchdeck }: Pick<ServerStatus, "kind" | "batchdeck">): string {
  return batchdeck && kind !== "embedded" ? "Batchdeck engine" : kindLooks[kind].name;
}

/** The kind of a server and its version: "vLLM 0.32.0". */
export function kindText(server: Known): string {
  if (!isRecognised(server)) return "Not recognised yet";
  return [productName(server), server.version].filter(Boolean).join(" ");
}

interface KindIconProps {
  readonly kind: ServerKind;
  /** Whether it is a Batchdeck engine. */
  readonly batchdeck?: boolean;
}

/** The kind as a coloured icon, with its name as the hint. */
export function KindIcon({ kind, batchdeck = false }: KindIconProps) {
  const { icon: Icon, color } = kindLooks[batchdeck ? "embedded" : kind];
  return (
    <span data-hint={productName({ kind, batchdeck })} className="inline-flex shrink-0">
      <Icon aria-hidden="true" className="size-4" style={{ color }} />
    </span>
  );
}
