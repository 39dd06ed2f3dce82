import { missingProgram } from '../find-program.ts'
import type { Peer, PeerReport } from '../peers/peer.ts'

/** oha, with as many threads as it likes. It does not pipeline over HTTP/1.1, so it takes part only with one request in flight on each connection. */
export const ohaPeer: Peer = {
  name: 'oha',
  prepare: async () => await missingProgram('oha', 'cargo install oha', '--version'),
  command: ({ url, connections, seconds }) =>
    Promise.resolve(['oha', '--no-tui', '--output-format', 'json', '-c', String(connections), '-z', `${seconds}s`, url]),
  parse: parseOhaReport,
}

function parseOhaReport(output: string): PeerReport {
  const { latencyPercentiles, statusCodeDistribution } = JSON.parse(output) as OhaReport
  const failed = Object.entries(statusCodeDistribution).reduce((sum, [status, count]) => sum + (status.startsWith('2') ? 0 : count), 0)
  const inMs = (seconds: number | null | undefined): number | null => (seconds == null ? null : seconds * 1e3)
  return { p50: inMs(latencyPercentiles.p50), p99: inMs(latencyPercentiles.p99), failed }
}

interface OhaReport {
  readonly latencyPercentiles: Readonly<Partial<Record<'p50' | 'p99', number | null>>>
  readonly statusCodeDistribution: Readonly<Record<string, number>>
}
