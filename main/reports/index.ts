export { barChart, lineChart, PLOT, type Point } from "./chart.ts";
export { figure, instant, percent } from "./figures.ts";
export { type Html, html } from "./html.ts";
export { intervalChart, VERDICTS } from "./intervals.ts";
export { machineFacts } from "./machine.ts";
export { reportPage } from "./page.ts";
export { linearScale, nearnessScale, powerScale } from "./scale.ts";
export { type Cell, facts, table, withRange } from "./tables.ts";
