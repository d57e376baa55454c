import type { DispatchReason } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import type { PlacedBatch } from "./batch-log.ts";
import { reasonLooks } from "./reasons.ts";
import { type Box, boxFor, type Geometry, LANE_HEAD, timeToX } from "./timeline-geometry.ts";

/** Colours resolved for the active theme, as a canvas needs them. */
export interface Palette {
  readonly reasons: Readonly<
    Record<DispatchReason, { readonly bar: string; readonly glyph: string }>
  >;
  readonly ink: string;
  readonly line: string;
  readonly surface: string;
  readonly bad: string;
}

interface Picture {
  readonly batches: readonly PlacedBatch[];
  /** Spans with missing batches. */
  readonly gaps: readonly Span[];
  readonly focused: PlacedBatch | null;
}

const GLYPH_PX = 13;
const SIZE_PX = 34;
const PARTS_PX = 8;

export function drawTimeline(
  context: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  { batches, gaps, focused }: Picture,
): void {
  const { width, lanes, laneHeight } = geometry;
  context.clearRect(0, 0, width, lanes.length * laneHeight);
  for (const gap of gaps) hatch(context, geometry, palette, gap);
  context.fillStyle = palette.line;
  for (let lane = 1; lane <= lanes.length; lane++)
    context.fillRect(0, lane * laneHeight - 4, width, 1);
  context.font = "600 10px ui-sans-serif, system-ui, sans-serif";
  context.textBaseline = "middle";
  for (const batch of batches) drawBar(context, palette, batch, boxFor(geometry, batch));
  if (focused) drawFocus(context, geometry, palette, focused);
}

function drawBar(
  context: CanvasRenderingContext2D,
  palette: Palette,
  batch: PlacedBatch,
  { x, y, width, height }: Box,
): void {
  const { bar, glyph: glyphColor } = palette.reasons[batch.reason];
  const gap = width > 4 ? 1 : 0;
  const inner = width - gap;
  context.fillStyle = bar;
  context.fillRect(x, y, inner, height);
  const whole = batch.end - batch.start || 1;
  const input = (batch.inputMs / whole) * inner;
  const output = (batch.outputMs / whole) * inner;
  if (width >= PARTS_PX) {
    // Input gathering and output splitting are drawn paler than the model's compute time.
    context.fillStyle = palette.surface;
    context.globalAlpha = 0.45;
    context.fillRect(x, y, input, height);
    context.fillRect(x + inner - output, y, output, height);
    context.globalAlpha = 1;
  }
  if (batch.failed) {
    context.fillStyle = palette.bad;
    context.fillRect(x, y - 3, inner, 3);
  }
  const room = inner - input - output;
  if (room < GLYPH_PX || height < 12) return;
  context.fillStyle = glyphColor;
  const { glyph } = reasonLooks[batch.reason];
  const text = room >= SIZE_PX ? `${glyph} ${batch.items}` : glyph;
  context.fillText(text, Math.max(x + input, 0) + 3, y + height - 7);
}

/** Draws its outline, and a line at the bottom for the wait of its oldest request. */
function drawFocus(
  context: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  batch: PlacedBatch,
): void {
  const { x, y, width, height } = boxFor(geometry, batch);
  context.strokeStyle = palette.ink;
  context.lineWidth = 2;
  context.strokeRect(x - 1, y - 1, width + 2, height + 2);
  const waited = timeToX(geometry, batch.at - batch.oldestWaitMs);
  context.fillStyle = palette.ink;
  context.fillRect(waited, y + height, x - waited, 2);
  context.fillRect(waited, y + height - 4, 1.5, 6);
}

/** Hatches the bar area of every lane, below the name. */
function hatch(
  context: CanvasRenderingContext2D,
  geometry: Geometry,
  palette: Palette,
  [from, to]: Span,
): void {
  const { lanes, laneHeight } = geometry;
  const height = lanes.length * laneHeight;
  const left = Math.max(0, timeToX(geometry, from));
  const right = Math.min(geometry.width, timeToX(geometry, to));
  if (right - left < 1) return;
  context.save();
  context.beginPath();
  for (let lane = 0; lane < lanes.length; lane++)
    context.rect(left, lane * laneHeight + LANE_HEAD, right - left, laneHeight - LANE_HEAD - 4);
  context.clip();
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = left - height - (left % 8); x < right; x += 8) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.restore();
}
