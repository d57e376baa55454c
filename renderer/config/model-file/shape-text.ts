import type { FileTensor } from "../../../main/contract/index.ts";

/** A shape as in the file: [N, 3, ?]. */
export function shapeText(shape: FileTensor["shape"]): string {
  if (shape === null) return "any rank";
  return `[${shape.map((dim) => dim ?? "?").join(", ")}]`;
}
