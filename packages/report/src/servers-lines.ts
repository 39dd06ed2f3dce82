import type { TestResult } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'

/** Says which of several servers took part in a test, and why the others did not; empty for one server. */
export function serversLines({ target: { servers = [] } }: TestResult): readonly string[] {
  if (servers.length === 0) return []
  const taking = servers.filter(({ available }) => available)
  const [only] = taking
  const share =
    taking.length === 1 && only !== undefined ? `1 of ${formatNumber(servers.length)}: ${only.url}` : describeAll(taking, servers)
  return [
    `Servers: ${share}`,
    ...servers.flatMap(({ url, available, cause }) => (available ? [] : [`  ${url} takes no part: ${cause ?? 'cause unknown'}`])),
  ]
}

function describeAll(taking: readonly { readonly url: string }[], all: readonly unknown[]): string {
  const count = taking.length === all.length ? formatNumber(all.length) : `${formatNumber(taking.length)} of ${formatNumber(all.length)}`
  return `${count}, in turn: ${taking.map(({ url }) => url).join(', ')}`
}
