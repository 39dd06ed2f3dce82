import type { TestSummary } from '../../summary/summary.ts'
import { formatCount } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Figures of a target of several servers are those of the servers that took part, which may be fewer than its name says. */
export function serversLeftOut({ target: { servers = [] } }: TestSummary): readonly Reason[] {
  const left = servers.filter(({ available }) => !available)
  if (left.length === 0) return []
  const causes = left.map(({ url, cause }) => `${url} (${cause ?? 'cause unknown'})`).join(', ')
  const part = left.length === 1 ? 'takes' : 'take'
  const text = `${formatCount(left.length)} of ${formatCount(servers.length)} servers ${part} no part: ${causes}`
  return [{ rule: 'servers-left-out', level: 'note', text }]
}
