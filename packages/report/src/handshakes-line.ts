import type { ScenarioSummary } from '@benchpress/core'
import { formatFigure } from './format/format-figure.ts'
import { formatNumber } from './format/format-number.ts'
import { plural } from './format/plural.ts'

/**
 * Says how connections without users were secured: `500 TLS handshakes: 480 whole (p50 2.1 ms), 20 resumed (p50 0.9 ms)`; nothing without TLS.
 *
 * Users have a table of times, in which this stands.
 */
export function handshakesLine({ users, tlsTime, handshakes: { full, resumed } }: ScenarioSummary): string | undefined {
  if (users !== null || tlsTime.count === 0) return undefined
  const kinds = [
    { name: 'whole', times: full },
    { name: 'resumed', times: resumed },
  ].filter(({ times }) => times.count > 0)
  const parts = kinds.map(({ name, times }) => `${formatNumber(times.count)} ${name} (p50 ${formatFigure(times, 'p50')})`)
  return `${plural(tlsTime.count, 'TLS handshake')}: ${parts.join(', ')}`
}
