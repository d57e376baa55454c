import type { Picture } from "./chart-picture.ts";

/** Device pixels per CSS pixel: sharp in print and on high-resolution screens. */
const SCALE = 2;

/** A picture as PNG, through a data URL, which the page's Content-Security-Policy allows for images. Throws a sentence. */
export async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't create the picture.");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob)
    throw new Error(`A picture of ${canvas.width} by ${canvas.height} pixels is too large.`);
  return blob;
}
