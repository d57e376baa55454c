import { raw } from "./html.ts";

const COLOURS = {
  light: ["#1f6feb", "#b35900", "#1a7f37", "#8250df", "#bf3989", "#57606a"],
  dark: ["#6cb0ff", "#f0a35e", "#5fd38d", "#c297ff", "#ff8fc4", "#a5afba"],
};

const colours = (names: readonly string[]) => names.map((name, i) => `--c${i}:${name};`).join("");

/** All of a report's style. It follows the reader's light or dark on screen, and is light on paper. */
export const style = raw(`<style>
:root{color-scheme:light;--text:#1f2328;--dim:#57606a;--back:#fff;--panel:#f6f8fa;--line:#d0d7de;--good:#1a7f37;--goodback:#eaf6ec;--bad:#b3261e;--badback:#fdecea;${colours(COLOURS.light)}}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--text:#e6edf3;--dim:#9da7b1;--back:#0d1117;--panel:#161b22;--line:#30363d;--good:#5fd38d;--goodback:#12261a;--bad:#ff9a92;--badback:#3a1614;${colours(COLOURS.dark)}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1200px;padding:24px;font:14px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}
h1{font-size:24px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}h2{font-size:18px;margin:32px 0 8px;padding-bottom:4px;border-bottom:1px solid var(--line)}h3{font-size:14px;margin:16px 0 4px;overflow-wrap:anywhere}
p,ul{margin:8px 0}ul{padding-left:20px}li,p{overflow-wrap:anywhere}.sub{color:var(--dim);margin:0 0 16px}
.banner{padding:8px 12px;border:1px solid var(--line);border-left:4px solid var(--good);border-radius:6px;background:var(--goodback)}.banner p{margin:0}
.banner.invalid{border-left-color:var(--bad);background:var(--badback)}.banner.none{border-left-color:var(--dim);background:var(--panel)}
.invalid>strong,strong.invalid,strong.worse{color:var(--bad)}strong.valid,strong.better{color:var(--good)}
.headline{font-size:20px;line-height:1.4;margin:16px 0}.headline strong{font-size:24px}
.lead{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,1fr);gap:16px;align-items:start}.lead>section{padding:8px 12px;border:1px solid var(--line);border-radius:6px}.lead h2{margin-top:0;border:0;font-size:14px}.lead section dl{grid-template-columns:1fr}
@media screen and (max-width:900px){.lead{grid-template-columns:minmax(0,1fr)}}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr));gap:16px;margin:16px 0}.lead .charts{grid-template-columns:minmax(0,1fr);margin:0}
figure{margin:0;padding:8px 12px;border:1px solid var(--line);border-radius:6px}figcaption{font-weight:600;overflow-wrap:anywhere}figcaption small{display:block;font-weight:400;color:var(--dim)}
svg{display:block;width:100%;height:auto}.tick,.label,.point{fill:var(--dim);font-size:12px}.point{fill:var(--text);stroke:var(--back);stroke-width:3px;paint-order:stroke}.grid{stroke:var(--line);fill:none}.axis{stroke:var(--dim);fill:none}
${COLOURS.light.map((_, i) => `.c${i}{--c:var(--c${i})}`).join("")}.cgood{--c:var(--good)}.cbad{--c:var(--bad)}.cdim{--c:var(--dim)}
.line{fill:none;stroke:var(--c);stroke-width:2}.dot,.bar{fill:var(--c)}circle.hollow{stroke:var(--c);fill:var(--back);stroke-width:2}.range{stroke:var(--c);stroke-width:1.5;fill:none}.step{stroke:var(--c);stroke-width:1;stroke-dasharray:3 3;fill:none}
.mark{stroke:var(--dim);stroke-dasharray:4 3;fill:none}.bound{stroke:var(--bad);stroke-dasharray:7 4;fill:none}.boundname{fill:var(--bad);font-size:11px}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:4px 0 0;padding:0;list-style:none;color:var(--dim)}.legend li::before{content:"";display:inline-block;width:12px;height:3px;margin-right:6px;vertical-align:middle;background:var(--c)}
.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums;margin:8px 0}caption{text-align:left;color:var(--dim);padding:4px 0}
th,td{padding:4px 8px;border-bottom:1px solid var(--line);vertical-align:top;text-align:left;overflow-wrap:break-word}th:first-child,td:first-child{padding-left:0}thead th{color:var(--dim);font-weight:500;vertical-align:bottom}.figure{text-align:right}td.figure .value{white-space:nowrap}td small{display:block;color:var(--dim);font-size:11px;white-space:nowrap}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,240px),1fr));gap:8px 16px;margin:8px 0}dt{color:var(--dim);font-size:12px}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
pre{padding:12px;background:var(--panel);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
@page{margin:12mm}
@media print{body{max-width:none;padding:0;font-size:11px}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}h1{font-size:18px}h2{font-size:14px;margin-top:20px}h3{font-size:12px}dt{font-size:10px}h2,h3,caption{break-after:avoid}
figure,tr,.banner,section,dl>div,li{break-inside:avoid}thead{display:table-header-group}.lead{display:block}.lead>section{margin-top:12px}.lead section dl{grid-template-columns:repeat(3,minmax(0,1fr))}main>.charts{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}main>.charts text{font-size:15px}.scroll{overflow:visible}
.headline{font-size:15px}.headline strong{font-size:18px}th,td{padding:3px 4px}table{font-size:10px}td small{font-size:8.5px}pre{font-size:9px}}
</style>`);
