// Each colour has a contrast of 4.5 to 1 with the page, and neighbours differ for readers who cannot tell red from green.
// Series also differ by their dashes, the lengths of dashes and gaps, for readers who see no colours.
const looks = [
  { light: '#0b5cad', dark: '#6cb2ff', dashes: [] },
  { light: '#b35900', dark: '#f5a45d', dashes: [7, 4] },
  { light: '#6f42c1', dark: '#c2a2ff', dashes: [2, 4] },
  { light: '#1a7f37', dark: '#6fdd8b', dashes: [10, 4, 2, 4] },
  { light: '#a3195b', dark: '#ff8fc0', dashes: [14, 5] },
  { light: '#006d77', dark: '#5fd4dd', dashes: [4, 3] },
  { light: '#735c00', dark: '#e0c25a', dashes: [8, 3, 1, 3, 1, 3] },
  { light: '#3d444d', dark: '#c3cad2', dashes: [2, 2, 6, 2] },
] as const

/** The class of a series by its place in its plot; the ninth series looks like the first. */
export function seriesClass(index: number): string {
  return `s${index % looks.length}`
}

function seriesColours(page: 'light' | 'dark'): string {
  return looks.map((look, index) => `--s${index}: ${look[page]};`).join(' ')
}

const seriesRules: string = looks
  .map(({ dashes }, index) => {
    const dashed = dashes.length === 0 ? '' : ` stroke-dasharray: ${dashes.join(' ')};`
    return `.line.s${index} { stroke: var(--s${index});${dashed} } circle.s${index}, .interval.s${index} { fill: var(--s${index}); }`
  })
  .join('\n')

/** The style sheet of all pages: one calm column, light or dark as the reader prefers, and black on white in print. */
export const style: string = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --raised: #f6f7f9; --text: #1c2128; --quiet: #57606a; --rule: #d8dee4; --link: #0550ae;
  --good: #116329; --good-page: #e6f4ea; --warning: #7a4b00; --warning-page: #fff4d6; --bad: #a40e26; --bad-page: #ffebe9;
  ${seriesColours('light')} --plan: #6e7781; --band: #d4a72c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171c; --raised: #1c2128; --text: #e3e7ec; --quiet: #9ba5b0; --rule: #373e47; --link: #79b8ff;
    --good: #7ee29b; --good-page: #12301d; --warning: #f0c674; --warning-page: #33280b; --bad: #ff9f97; --bad-page: #3a1618;
    ${seriesColours('dark')} --plan: #8b949e; --band: #b08800;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 1240px; margin: 0 auto; padding: 24px 16px 64px; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--s0); outline-offset: 2px; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 12px; font-weight: 650; }
h2 { font-size: 1.25rem; margin: 48px 0 12px; padding-top: 12px; border-top: 1px solid var(--rule); font-weight: 650; }
h3 { font-size: 1.05rem; margin: 28px 0 8px; font-weight: 650; }
p, ul { margin: 8px 0; max-width: 88ch; }
ul { padding-left: 1.3em; }
li { margin: 2px 0; }
.quiet { color: var(--quiet); }
.good { color: var(--good); } .warning { color: var(--warning); } .bad { color: var(--bad); }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.believed { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; margin: 4px 0 12px; }
.verdict { display: inline-flex; align-items: center; gap: 10px; padding: 6px 16px 6px 10px; border: 2px solid currentColor; border-radius: 8px; font-size: 1.15rem; font-weight: 650; }
.verdict svg { width: 24px; height: 24px; flex: none; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.verdict.valid { color: var(--good); background: var(--good-page); }
.verdict.suspect { color: var(--warning); background: var(--warning-page); }
.verdict.invalid { color: var(--bad); background: var(--bad-page); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 20px 0; padding: 0; }
.figures div { padding: 12px 16px; background: var(--raised); border: 1px solid var(--rule); border-radius: 8px; }
.figures dt { color: var(--quiet); font-size: .9rem; }
.figures dd { margin: 0; font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 24px 0 0; padding: 0; max-width: none; list-style: none; font-size: .95rem; }
.scroll { overflow-x: auto; width: fit-content; max-width: 100%; margin: 12px 0 20px; border: 1px solid var(--rule); border-radius: 8px; }
table { border-collapse: separate; border-spacing: 0; min-width: min(24rem, calc(100vw - 40px)); font-size: .93rem; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 12px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); overflow-wrap: normal; }
thead th { background: var(--raised); white-space: nowrap; font-weight: 600; }
tbody th { font-weight: 500; min-width: 5em; max-width: min(30em, 48vw); overflow-wrap: break-word; } tbody th:first-child { min-width: min(8em, 30vw); }
.scroll th:first-child { position: sticky; left: 0; background: var(--page); } .scroll thead th:first-child { background: var(--raised); }
tbody:last-child tr:last-child > * { border-bottom: 0; }
tbody td:not(.figure) { min-width: 5em; max-width: min(44em, 70vw); overflow-wrap: break-word; }
@media (max-width: 560px) { th, td { padding: 6px 8px; } thead th, thead th.figure { white-space: normal; } tbody td:last-child:not(.figure) { min-width: 56vw; } }
.figure { text-align: right; white-space: nowrap; } td.figure:has(.piece) { white-space: normal; } .piece { white-space: nowrap; }
.indented { padding-left: 30px; color: var(--quiet); font-weight: 400; }
.sign { font-weight: 700; } .sign.yes { color: var(--good); } .sign.no { color: var(--bad); } .sign.unknown { color: var(--warning); }
.plots { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px 28px; margin: 16px 0; }
@media (min-width: 1000px) { .plots { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
figure { margin: 0; min-width: 0; }
figcaption { display: flex; flex-wrap: wrap; gap: 4px 18px; align-items: baseline; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 14px; margin: 0; padding: 0; list-style: none; font-size: .9rem; color: var(--quiet); }
.value { display: inline-block; min-width: 4em; margin-left: 6px; font-weight: 400; font-variant-numeric: tabular-nums; color: var(--text); }
.swatch { width: 28px; height: 12px; margin-right: 6px; vertical-align: middle; }
figure > svg { display: block; width: 100%; height: auto; max-width: 760px; }
figure .quiet { margin: 4px 0; font-size: .88rem; }
svg text { fill: var(--quiet); font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums; }
svg .end { text-anchor: end; } svg .middle { text-anchor: middle; }
@media (max-width: 560px) { svg text { font-size: 20px; } }
.grid { stroke: var(--rule); stroke-width: 1; fill: none; vector-effect: non-scaling-stroke; }
.line { fill: none; stroke: var(--s0); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; vector-effect: non-scaling-stroke; }
${seriesRules}
.line.plan { stroke: var(--plan); stroke-dasharray: 3 5; }
.area { fill: var(--s0); fill-opacity: .22; stroke: var(--s0); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.interval { fill-opacity: .16; }
.mark { stroke: var(--text); stroke-width: 1.5; stroke-dasharray: 4 3; fill: none; vector-effect: non-scaling-stroke; }
.band { fill: var(--band); fill-opacity: .25; }
details { margin: 6px 0; }
summary { cursor: pointer; width: fit-content; color: var(--link); font-size: .92rem; }
pre { overflow-x: auto; margin: 8px 0; padding: 12px 16px; background: var(--raised); border: 1px solid var(--rule); border-radius: 8px; font: .85rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: normal; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr)); gap: 16px; margin: 12px 0 28px; padding: 0; max-width: none; list-style: none; }
.cards > li { margin: 0; padding: 14px 16px; border: 1px solid var(--rule); border-radius: 8px; background: var(--raised); }
.cards h3 { margin: 0 0 6px; }
.cards .verdict { font-size: .95rem; padding: 2px 10px 2px 6px; border-width: 1px; }
.cards .verdict svg { width: 18px; height: 18px; }
.cards dl { display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; margin: 8px 0 0; font-variant-numeric: tabular-nums; }
.cards dt { color: var(--quiet); white-space: nowrap; } .cards dd { margin: 0; text-align: right; }
footer { margin-top: 48px; padding-top: 12px; border-top: 1px solid var(--rule); color: var(--quiet); font-size: .9rem; }
@media print {
  :root { --page: #fff; --raised: #fff; --text: #000; --quiet: #333; --rule: #bbb; --link: #000; --good: #0a4d1f; --good-page: #fff; --warning: #5c3900; --warning-page: #fff; --bad: #8a0a1e; --bad-page: #fff; ${seriesColours('light')} --plan: #555; --band: #b08800; }
  main { max-width: none; padding: 0; }
  nav, details.data, footer, .value { display: none; }
  h2, h3 { break-after: avoid; }
  figure, tr, .figures, .verdict, .cards > li { break-inside: avoid; }
  .scroll { overflow: visible; border: 0; }
  table { font-size: 8pt; } th, td { padding: 2px 4px; } tbody :is(th, td), tbody th:first-child, tbody td:last-child:not(.figure) { min-width: 0; max-width: none; overflow-wrap: anywhere; }
  thead th, .figure, .piece { white-space: normal; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`
