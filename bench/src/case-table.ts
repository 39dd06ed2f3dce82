import { figuresOf, ratioBetween } from './case-result.ts'
import type { CaseResult, PeerFigures } from './case-result.ts'
import { drawTable, megabytes } from './report.ts'
import { isDisturbed } from './take-turns.ts'

const head = ['tool', 'req/s', 'lowest .. highest', 'vs autocannon', 'vs wrk', 'p50', 'p99', 'CPU s / 1,000', 'peak RSS', 'target CPU']
const hundredths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Draws one case with a row for each peer, as medians over the rounds. */
export function drawCase(result: CaseResult): string {
  const lines = [...result.kept.keys()].flatMap((peer) => {
    const figures = figuresOf(result, peer)
    const [toAutocannon, toWrk] = ['autocannon', 'wrk'].map((other) => ratioBetween(result, peer, other))
    return figures === undefined ? [] : [[peer, ...cells(figures, toAutocannon, toWrk)]]
  })
  const { connections, pipelining } = result.loadCase
  return [`${connections} connections x ${pipelining} in flight on each`, drawTable(head, lines), ...disturbances(result)].join('\n')
}

function disturbances({ kept, setAside }: CaseResult): readonly string[] {
  const all = [...kept.values()].flat()
  const disturbed = all.filter(isDisturbed)
  const worst = Math.max(...disturbed.map(({ otherCpu }) => otherCpu)).toFixed(1)
  const stolen = Math.max(...disturbed.map(({ disturbance }) => disturbance.stolenCpu ?? 0)).toFixed(1)
  const spare = [...setAside.values()].flat().length
  return [
    ...(spare > 0 ? [`set aside: ${spare} more measurements, disturbed by other processes or the machine`] : []),
    ...(disturbed.length > 0
      ? [
          `disturbed: other processes used up to ${worst} CPUs, and the hypervisor took up to ${stolen}, in ${disturbed.length} of ${all.length} measurements`,
        ]
      : []),
  ]
}

function cells(figures: PeerFigures, toAutocannon: number | undefined, toWrk: number | undefined): readonly string[] {
  return [
    whole.format(figures.requestsPerSecond),
    `${whole.format(figures.lowest)} .. ${whole.format(figures.highest)}`,
    formatRatio(toAutocannon),
    formatRatio(toWrk),
    formatMs(figures.p50),
    formatMs(figures.p99),
    figures.cpuSecondsPer1000.toFixed(4),
    megabytes(figures.peakRssBytes),
    `${whole.format(figures.targetCpu * 100)} %`,
  ]
}

function formatRatio(ratio: number | undefined): string {
  return ratio === undefined ? 'n/a' : `${ratio.toFixed(2)}x`
}

// autocannon counts whole milliseconds: its 0 is anything below 1.
function formatMs(ms: number | null): string {
  if (ms === null) return 'n/a'
  return ms === 0 ? '< 1 ms' : `${hundredths.format(ms)} ms`
}
