import { formatShare } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatTime } from '../format/format-time.ts'
import { plural } from '../format/plural.ts'
import type { ClusterServers } from '../presets/hypha/cluster-servers.ts'
import type { TableContent } from './table-content.ts'

/** What each server of a cluster did; {@link divisionLines} say why one took no part. */
export function hyphaServersTable({ servers }: ClusterServers): TableContent {
  return {
    head: ['Server', 'Requests', 'Share', 'Right', 'Avg', 'State'],
    texts: ['State'],
    rows: servers.map(({ url, requests, share, success, mean, cause }) => [
      url,
      formatNumber(requests),
      formatShare(share),
      success === null ? 'n/a' : formatShare(success),
      formatTime(mean),
      cause === null ? 'available' : 'not used',
    ]),
  }
}

/** Which servers took part, why others did not, and how evenly the requests were divided. */
export function divisionLines({ servers, mostApart }: ClusterServers): readonly string[] {
  const taking = servers.filter(({ cause }) => cause === null)
  return [
    `${taking.length} of ${plural(servers.length, 'server')} took part, ${taking.length === 1 ? 'with all requests' : `each with every ${ordinal(taking.length)} request`}`,
    ...servers.flatMap(({ url, cause }) => (cause === null ? [] : [`not used: ${url}: ${cause}`])),
    ...(mostApart === null ? [] : [describeApart(mostApart)]),
  ]
}

function describeApart(most: number): string {
  if (most === 0) return 'in every run all of them had the same number of requests'
  return `in no run did one of them have more than ${plural(most, 'request')} more than another`
}

function ordinal(count: number): string {
  const endings: Readonly<Record<number, string>> = { 2: 'second', 3: 'third' }
  return endings[count] ?? `${count}th`
}
