import type { FileTensor } from "../../../main/contract/index.ts";

/** A shape as the file says it: [N, 3, ?]. */
export function shapeText(shape: FileTensor["shape"]): string {
  if (shape === null) return "any rank";
  return `[${shape.map((dim) => dim ?? "?").join(", ")}]`;
}
