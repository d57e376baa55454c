import { type Html, html, raw } from "./html.ts";
import { figure } from "./figures.ts";
import type { Scale } from "./scale.ts";

export const WIDTH = 640;
export const HEIGHT = 300;
/** Where the plot lies within the picture. */
export const PLOT = { left: 64, right: 624, top: 16, bottom: 252 } as const;

export interface Point {
  readonly x: number;
  readonly y: number;
  /** Read out on hover. */
  readonly title?: string;
  /** Ends of an interval around y. */
  readonly range?: readonly [low: number, high: number];
  /** Drawn as a ring: one that does not count. */
  readonly hollow?: boolean;
  /** Written next to it, where there is room. */
  readonly label?: string;
}

export interface Series {
  readonly name: string;
  /** A null breaks the line. */
  readonly points: readonly (Point | null)[];
  /** Draw each point, not just the line. */
  readonly dots?: boolean;
}

export interface ChartOptions {
  readonly title: string;
  /** What marks mean. */
  readonly note?: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly x: Scale;
  readonly y: Scale;
  /** Tick texts of the x axis, where its numbers alone do not do. */
  readonly xText?: (value: number) => string;
  /** A place on the x axis that has a name. */
  readonly mark?: { readonly x: number; readonly name: string } | null;
  /** A value that y must not exceed, with its name. */
  readonly bound?: { readonly y: number; readonly name: string } | null;
}

/** Lines over two scales as an SVG that needs neither script nor network. Colours are the page's --c0 to --c5. */
export function lineChart(options: ChartOptions, series: readonly Series[]): Html {
  const drawn = series.map((each, i) => seriesMarks(each, options, i % 6));
  return frame(
    options,
    [...drawn, pointLabels(series, options)],
    series.map(({ name }) => name),
  );
}

/** Bars from the x axis upwards: [x, height, title] for each series. */
export function barChart(
  options: ChartOptions,
  series: readonly {
    name: string;
    bars: readonly (readonly [x: number, y: number, title: string])[];
  }[],
  slot: number,
): Html {
  const width = (slot * 0.8) / Math.max(1, series.length);
  const drawn = series.map(({ bars }, i) =>
    bars.map(([x, y, title]) => {
      const left = options.x.at(x) - slot * 0.4 + i * width;
      const top = options.y.at(y);
      return html`<rect class="bar c${i % 6}" x="${px(left)}" y="${px(top)}" width="${px(width)}" height="${px(PLOT.bottom - top)}"><title>${title}</title></rect>`;
    }),
  );
  return frame(
    options,
    drawn,
    series.map(({ name }) => name),
  );
}

function seriesMarks({ points, dots }: Series, { x, y }: ChartOptions, colour: number): Html[] {
  let path = "";
  let isOpen = false;
  const marks: Html[] = [];
  for (const point of points) {
    if (!point) {
      isOpen = false;
      continue;
    }
    const [atX, atY] = [px(x.at(point.x)), px(y.at(point.y))];
    path += `${isOpen ? "L" : "M"}${atX} ${atY}`;
    isOpen = true;
    if (point.range) {
      const [low, high] = point.range;
      marks.push(
        html`<path class="range c${colour}" d="M${atX} ${px(y.at(low))}V${px(y.at(high))}"/>`,
      );
    }
    if (dots) {
      const title = html`<title>${point.title ?? figure(point.y)}</title>`;
      const kind = point.hollow ? "hollow" : "dot";
      marks.push(
        html`<circle class="${kind} c${colour}" cx="${atX}" cy="${atY}" r="4">${title}</circle>`,
      );
    }
  }
  return [html`<path class="line c${colour}" d="${path}"/>`, ...marks];
}

/** Where a label may stand, from its point; the first that is free is taken. */
const PLACES = [
  { dx: 0, dy: -9, anchor: "middle", share: 0.5 },
  { dx: 8, dy: 4, anchor: "start", share: 0 },
  { dx: -8, dy: 4, anchor: "end", share: 1 },
  { dx: 0, dy: 17, anchor: "middle", share: 0.5 },
  { dx: 6, dy: -9, anchor: "start", share: 0 },
  { dx: -6, dy: -9, anchor: "end", share: 1 },
] as const;
const LETTER = 6;

/** What is written next to points, without covering points or each other. */
function pointLabels(series: readonly Series[], { x, y }: ChartOptions): Html[] {
  const points = series.flatMap(({ points, dots }) =>
    dots ? points.flatMap((point) => point ?? []) : [],
  );
  const spots = points.map((point) => ({
    ...point,
    atX: px(x.at(point.x)),
    atY: px(y.at(point.y)),
  }));
  const taken = spots.map(({ atX, atY }) => [atX - 5, atX + 5, atY - 5, atY + 5] as const);
  return spots.flatMap(({ label, atX, atY }, own) => {
    if (label === undefined) return [];
    const width = label.length * LETTER;
    for (const { dx, dy, anchor, share } of PLACES) {
      const left = atX + dx - width * share;
      const box = [left, left + width, atY + dy - 10, atY + dy + 3] as const;
      const covers = taken.some(
        ([from, to, top, bottom], index) =>
          index !== own && from < box[1] && box[0] < to && top < box[3] && box[2] < bottom,
      );
      if (covers || box[0] < PLOT.left || box[1] > WIDTH || box[2] < 0) continue;
      taken.push(box);
      return [
        html`<text class="point" x="${px(atX + dx)}" y="${px(atY + dy)}" text-anchor="${anchor}">${label}</text>`,
      ];
    }
    return [];
  });
}

function frame(options: ChartOptions, drawn: readonly Html[][], names: readonly string[]): Html {
  const { title, note, xLabel, yLabel, x, y, xText = figure, bound } = options;
  const middle = (PLOT.top + PLOT.bottom) / 2;
  const { mark } = options;
  const markAt = mark ? px(x.at(mark.x)) : 0;
  const grid = [
    ...y.ticks.map((tick) => {
      const at = px(y.at(tick));
      return html`<path class="grid" d="M${PLOT.left} ${at}H${PLOT.right}"/><text class="tick" x="${PLOT.left - 6}" y="${at}" dy="0.35em" text-anchor="end">${figure(tick)}</text>`;
    }),
    ...x.ticks.map(
      (tick) =>
        html`<text class="tick" x="${px(x.at(tick))}" y="${PLOT.bottom + 18}" text-anchor="middle">${xText(tick)}</text>`,
    ),
  ];
  const boundAt = bound ? px(y.at(bound.y)) : 0;
  return html`<figure><figcaption>${title}${note && html`<small>${note}</small>`}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${grid}<path class="axis" d="M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}"/>
<text class="label" x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${xLabel}</text>
<text class="label" transform="translate(14 ${middle}) rotate(-90)" text-anchor="middle">${yLabel}</text>
${bound && html`<path class="bound" d="M${PLOT.left} ${boundAt}H${PLOT.right}"/><text class="boundname" x="${PLOT.right}" y="${boundAt - 4}" text-anchor="end">${bound.name}</text>`}${drawn}${mark && html`<path class="mark" d="M${markAt} ${PLOT.top}V${PLOT.bottom}"/><text class="label" x="${markAt}" y="${PLOT.top - 4}" text-anchor="middle">${mark.name}</text>`}</svg>${names.length > 1 ? legend(names) : raw("")}</figure>
`;
}

const legend = (names: readonly string[]) =>
  html`<ul class="legend">${names.map((name, i) => html`<li class="c${i % 6}">${name}</li>`)}</ul>`;

/** A place, to a tenth of a pixel; never NaN, which no browser draws. */
function px(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 10) / 10 : 0;
}
