import { raw } from "./html.ts";

const COLOURS = {
  light: ["#1f6feb", "#b35900", "#1a7f37", "#8250df", "#bf3989", "#57606a"],
  dark: ["#6cb0ff", "#f0a35e", "#5fd38d", "#c297ff", "#ff8fc4", "#a5afba"],
};

const colours = (names: readonly string[]) => names.map((name, i) => `--c${i}:${name};`).join("");

/** All of the report's style; it follows the reader's light or dark. */
export const style = raw(`<style>
:root{color-scheme:light dark;--text:#1f2328;--dim:#57606a;--back:#fff;--panel:#f6f8fa;--line:#d0d7de;--bad:#b3261e;--badback:#fdecea;${colours(COLOURS.light)}}
@media (prefers-color-scheme:dark){:root{--text:#e6edf3;--dim:#9da7b1;--back:#0d1117;--panel:#161b22;--line:#30363d;--bad:#ff9a92;--badback:#3a1614;${colours(COLOURS.dark)}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1120px;padding:24px;font:14px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}
h1{font-size:24px;margin:0 0 8px;overflow-wrap:anywhere}h2{font-size:18px;margin:32px 0 8px;border-bottom:1px solid var(--line)}h3{font-size:14px;margin:16px 0 4px;overflow-wrap:anywhere}
.banner{padding:8px 12px;border:1px solid var(--line);border-radius:6px;background:var(--panel)}
.banner.invalid{border:2px solid var(--bad);background:var(--badback)}
strong.invalid,.banner.invalid strong{color:var(--bad)}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr));gap:16px}
figure{margin:0;padding:8px;border:1px solid var(--line);border-radius:6px}figcaption{font-weight:600;overflow-wrap:anywhere}
svg{width:100%;height:auto}.tick,.label{fill:var(--dim);font-size:11px}.grid{stroke:var(--line);fill:none}.axis{stroke:var(--dim);fill:none}
${COLOURS.light.map((_, i) => `.c${i}{--c:var(--c${i})}`).join("")}
.line{fill:none;stroke:var(--c);stroke-width:2}.dot,.bar{fill:var(--c)}circle.invalid{stroke:var(--c);fill:var(--back);stroke-width:2}.range{stroke:var(--c);stroke-width:1;fill:none}
.mark{stroke:var(--dim);stroke-dasharray:4 3;fill:none}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:4px 0 0;padding:0;list-style:none}.legend li::before{content:"";display:inline-block;width:12px;height:3px;margin-right:6px;vertical-align:middle;background:var(--c)}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:8px 0}caption{text-align:left;color:var(--dim);padding:4px 0}
th,td{padding:4px 8px;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;white-space:nowrap}td:last-child{white-space:normal}th[scope=row],thead th:first-child{text-align:left}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr));gap:4px 16px;margin:8px 0}dt{color:var(--dim);font-size:12px}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
pre{overflow-x:auto;padding:12px;background:var(--panel);border:1px solid var(--line);border-radius:6px}
@media print{body{max-width:none;padding:0}figure,table{break-inside:avoid}}
</style>`);
