import type { Page } from "@playwright/test";

/** A user's actions in a fleet's grid until a time of performance.now(). */
export type Action = (page: Page, until: number) => Promise<void>;

const KEY_MS = 33;
const CHOICE_MS = 1500;

/** Scrolls up and down by about 1,000 px per second, like a wheel or touchpad. */
export const scroll: Action = async (page, until) => {
  await page.mouse.move(960, 700);
  let way = 1;
  for (let turned = 0; performance.now() < until; turned++) {
    if (turned % 100 === 99) way = -way;
    await page.mouse.wheel(0, way * 40);
    await pause(40);
  }
};

/** Moves the pointer from cell to cell. */
export const hover: Action = async (page, until) => {
  for (let moved = 0; performance.now() < until; moved++) {
    await page.mouse.move(500 + ((moved * 37) % 1300), 400 + ((moved * 11) % 550));
    await pause(KEY_MS);
  }
};

/** Holds arrow keys. */
export const keys: Action = async (page, until) => {
  await page.locator('[role=grid] [data-row][tabindex="0"]').first().focus();
  for (let pressed = 0; performance.now() < until; pressed++) {
    const turn = Math.floor(pressed / 60) % 4;
    await page.keyboard.press(
      turn % 2 === 0 ? "ArrowDown" : turn === 1 ? "ArrowRight" : "ArrowLeft",
    );
    await pause(KEY_MS);
  }
};

/** Selects one figure after another. */
export const choose: Action = async (page, until) => {
  const figures = ["queueMs", "meanBatch", "configuration", "latencyMs", "requestsPerSecond"];
  for (let chosen = 0; performance.now() < until; chosen++) {
    const figure = figures[chosen % figures.length] as string;
    await page.getByLabel("Show", { exact: true }).selectOption(figure);
    await pause(CHOICE_MS);
  }
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
