import type { PeerReport } from './peer.ts'

/**
 * Reads the report that a peer's script printed as its last line.
 *
 * @throws TypeError when the line is no report
 */
export function parsePeerReport(output: string): PeerReport {
  const report: unknown = JSON.parse(output.trim().split('\n').at(-1) ?? 'null')
  if (isPeerReport(report)) return report
  throw new TypeError(`expected a report as JSON, not ${output}`)
}

function isPeerReport(value: unknown): value is PeerReport {
  if (typeof value !== 'object' || value === null) return false
  const isTime = (time: unknown): boolean => time === null || typeof time === 'number'
  return typeof Reflect.get(value, 'failed') === 'number' && isTime(Reflect.get(value, 'p50')) && isTime(Reflect.get(value, 'p99'))
}
