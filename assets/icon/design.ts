export interface RoundedRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  /** Red, green and blue, 0 to 255. */
  readonly colour: readonly [number, number, number];
  readonly opacity: number;
}

/** Width and height of the drawing. */
export const SIZE = 32;

const bar = (y: number, width: number, opacity: number): RoundedRectangle => ({
  x: 7,
  y,
  width,
  height: 4,
  radius: 1.5,
  colour: [255, 255, 255],
  opacity,
});

/** The application's icon, from back to front: requests gathering into a batch. */
export const design: readonly RoundedRectangle[] = [
  { x: 0, y: 0, width: SIZE, height: SIZE, radius: 7, colour: [39, 87, 196], opacity: 1 },
  bar(8, 10, 0.55),
  bar(14, 14, 0.78),
  bar(20, 18, 1),
];
