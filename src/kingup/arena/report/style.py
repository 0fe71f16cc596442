"""The report's style sheet: parchment by day, the same page by candlelight at night."""

STYLE = """
:root { color-scheme: light dark;
  --page:#F3E7CE; --vellum:#FCF5E6; --vellum-2:#F0E1C0; --ink:#2B1D14; --ink-2:#5E4936;
  --rule:#D8C197; --line:#2B1D14; --edge:#2B1D14; --gold:#E0A92F; --gold-hi:#F7DD8C;
  --gold-ink:#7A4F05;
  --no:#A92F1B; --yes:#1A6353; --stone:#E7D9B8; --lift:0 6px 20px #5a3a1430; --vine-bg:#FCF5E6;
  --c0:#A92F1B; --c1:#24458C; --c2:#1A6353; --c3:#A86A0B; --c4:#6B2E78; --c5:#4C5A6B;
  --c6:#B0386A; --c7:#6E4524; }
@media (prefers-color-scheme: dark) { :root {
  --page:#16122A; --vellum:#241D3D; --vellum-2:#32294F; --ink:#F7EAD0; --ink-2:#CDBCA0;
  --rule:#463B66; --line:#0D0A1B; --edge:#9C8A6B; --gold:#E9B949; --gold-hi:#7A5720;
  --gold-ink:#F0C65C;
  --no:#F08C74; --yes:#79CDB4; --stone:#3B315E; --lift:0 6px 20px #0008; --vine-bg:#1E1834;
  --c0:#F08C74; --c1:#9DB8F5; --c2:#79CDB4; --c3:#DDB368; --c4:#D3A0DF; --c5:#AEBBCB;
  --c6:#F2A0BF; --c7:#CFA079; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.45 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans",
  "Liberation Sans", Arial, sans-serif; }
main { max-width: 1160px; margin: 0 auto; padding: 24px 12px 48px; }
h1, h2, h3, .name, .display { font-family: "Iowan Old Style", "Palatino Linotype", Palatino,
  "URW Palladio L", P052, "Book Antiqua", "DejaVu Serif Condensed", "DejaVu Serif", Georgia,
  serif; font-weight: 700; line-height: 1.15; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: clamp(30px, 6vw, 46px); margin: 4px 0 8px; }
h2 { font-size: 26px; margin: 48px 0 4px; }
h3 { font-size: 18px; margin: 0 0 12px; }
p { margin: 0 0 12px; max-width: 76ch; }
.panel p { margin: 16px 0 0; }
.second { color: var(--ink-2); }
.vine { display: none; }
@media (min-width: 1300px) { .vine { display: block; position: fixed; left: 0; top: 0;
  width: 52px; height: 100%; border-right: 2px solid var(--line);
  box-shadow: 4px 0 0 var(--gold), 6px 0 0 var(--line); } }
header { text-align: center; padding-top: 8px; }
header p { margin-inline: auto; }
header .chapter { font-size: 17px; color: var(--ink-2); margin-block: 0; text-wrap: balance; }
.verdict { font-size: 18px; text-wrap: balance; }
.towers { display: flex; justify-content: center; align-items: flex-end; gap: 8px;
  list-style: none; margin: 28px auto 0; padding: 0; max-width: 760px; }
.tower { flex: 1 1 0; min-width: 0; max-width: 190px; display: flex; flex-direction: column;
  align-items: center; }
.tower .keep { width: 100%; border: 2px solid var(--line); border-bottom: 0; border-top: 0;
  background: var(--stone); padding: 10px 6px 0; display: flex; flex-direction: column;
  align-items: center; gap: 4px; }
.tower .name { font-size: clamp(14px, 2.6vw, 18px); line-height: 1.2; }
.tower .big { font-size: clamp(20px, 4.4vw, 30px); color: var(--gold-ink); }
.tower .place { font-size: 13px; color: var(--ink-2); }
.tower svg.top { display: block; width: 100%; height: 22px; margin-bottom: -1px; }
.tower svg.top path { fill: var(--stone); stroke: var(--line); stroke-width: 2;
  vector-effect: non-scaling-stroke; }
.tower.first .keep { background: var(--gold-hi); }
.tower.first svg.top path { fill: var(--gold-hi); }
.tower.first .place { color: var(--ink); }
.tower svg.crown { width: 64px; height: 44px; margin-bottom: 4px; }
.tower svg.sign { width: 30px; height: 30px; }
.ground { height: 3px; background: var(--edge); margin: 0 auto; max-width: 800px; }
.crown path, .crown circle { fill: var(--gold); stroke: #2B1D14; stroke-width: 2;
  stroke-linejoin: round; }
.crown .jewel { fill: #A92F1B; }
.grid { display: grid; gap: 16px; margin-top: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
.panel { position: relative; background: var(--vellum); border: 2px solid var(--rule);
  border-radius: 16px; box-shadow: var(--lift); padding: 20px 14px; min-width: 0; }
.panel.wide { margin-top: 24px; }
.panel::after { content: ""; position: absolute; inset: 4px; border: 1px solid var(--gold);
  opacity: .55; border-radius: 11px; pointer-events: none; }
.panel::before { content: ""; position: absolute; inset: -1px; pointer-events: none;
  border-radius: inherit; --stud: #E9B949 2.6px, #2B1D14 3px 4px, transparent 4.4px;
  background: radial-gradient(circle at 12px 12px, var(--stud)),
  radial-gradient(circle at calc(100% - 12px) 12px, var(--stud)),
  radial-gradient(circle at 12px calc(100% - 12px), var(--stud)),
  radial-gradient(circle at calc(100% - 12px) calc(100% - 12px), var(--stud)); }
@media (min-width: 600px) { .panel { padding: 24px 28px; } main { padding-inline: 24px; } }
svg.plot { display: block; width: 100%; max-width: 500px; margin: 0 auto; height: auto;
  overflow: visible; }
.plot text { font-size: 16px; fill: var(--ink); }
.plot .t2 { fill: var(--ink-2); font-size: 15px; }
.plot .name { font-weight: 700; }
.plot .name, .plot .halo { paint-order: stroke; stroke: var(--vellum); stroke-width: 6px;
  stroke-linejoin: round; }
.plot .grid { stroke: var(--rule); stroke-width: 1; }
.plot .axis { stroke: var(--ink-2); stroke-width: 1.5; }
.reference { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 2 4;
  stroke-linecap: round; }
.plot .column { fill: var(--vellum-2); stroke: var(--ink-2); stroke-width: 1.5; }
.plot .whisker { stroke: var(--ink-2); stroke-width: 2; }
.plot .frame { fill: none; stroke: var(--ink-2); stroke-width: 1.5; }
.plot .shade { fill: var(--no); stroke: var(--ink-2); stroke-width: .5; }
.plot .s0 { fill-opacity: .06; } .plot .s1 { fill-opacity: .28; }
.plot .s2 { fill-opacity: .52; } .plot .s3 { fill-opacity: .78; } .plot .s4 { fill-opacity: 1; }
.mark { fill: var(--c); stroke: var(--vellum); stroke-width: 1.5; }
.reach { stroke: var(--c); stroke-width: 5; stroke-linecap: round; opacity: .45; }
.course { fill: none; stroke: var(--c); stroke-width: 2.5; stroke-linejoin: round; }
.band { fill: var(--c); opacity: .16; }
.hill { fill: var(--c, var(--ink-2)); opacity: .7; }
.mean { stroke: var(--ink); stroke-width: 2; }
.c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); } .c3 { --c: var(--c3); }
.c4 { --c: var(--c4); } .c5 { --c: var(--c5); } .c6 { --c: var(--c6); } .c7 { --c: var(--c7); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 8px 10px; border-bottom: 1px solid var(--rule); }
th { color: var(--ink-2); font-weight: 400; font-size: 14px; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
tr:last-child td { border-bottom: 0; }
td.name svg { width: 20px; height: 20px; vertical-align: -4px; margin: 0 8px 0 -4px; }
.standings td span { white-space: nowrap; }
td.chart { width: 26%; }
.failures :is(th, td) { text-align: left; padding-left: 0; vertical-align: top; }
.failures :is(th, td):last-child { width: 60%; overflow-wrap: anywhere; }
td.text { text-align: left; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
.bar { display: block; width: 100%; min-width: 120px; height: 22px; }
details { margin-top: 12px; font-size: 14px; }
summary { cursor: pointer; color: var(--ink-2); padding: 6px 0; }
summary:focus-visible { outline: 3px solid #0B4FD6; outline-offset: 3px; border-radius: 6px; }
code { font: 14px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  display: block; background: var(--vellum-2); border-radius: 10px; padding: 12px 14px;
  overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 20px; margin: 16px 0 0; }
dt { color: var(--ink-2); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 699px) {
  .standings thead { display: none; }
  .standings, .standings tbody { display: block; }
  .standings tr { display: grid; grid-template-columns: 1fr 1fr; gap: 2px 16px;
    padding: 12px 0; border-bottom: 1px solid var(--rule); }
  .standings tr:last-child { border-bottom: 0; }
  .standings td { display: flex; justify-content: space-between; gap: 8px; padding: 2px 0;
    border: 0; text-align: left; }
  .standings td::before { content: attr(data-label); color: var(--ink-2); font-size: 14px; }
  .standings td.name, .standings td.chart { grid-column: 1 / -1; width: auto;
    justify-content: flex-start; }
  .standings td.name::before, .standings td.chart::before, .standings td.range::before {
    content: none; }
  .standings td.range { justify-content: flex-end; }
}
@media (max-width: 599px) { .plot text { font-size: 17px; } .plot .t2 { font-size: 16.5px; } }
@media print { .panel { box-shadow: none; break-inside: avoid; } .vine { display: none; } }
"""
