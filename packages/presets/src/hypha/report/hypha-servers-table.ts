import { formatShare, type ReportTable } from '@benchpress/core/report'
import { numberCell } from '@benchpress/report'
import { formatTime, plural } from '@benchpress/report/format'
import type { ClusterServers } from '../measured-hypha.ts'

/** The table of the servers of a cluster; {@link divisionLines} gives the reasons why some took no part. */
export function hyphaServersTable({ servers }: ClusterServers): ReportTable {
  return {
    head: ['Server', 'Requests', 'Share', 'Right', 'Avg', 'State'],
    texts: ['State'],
    rows: servers.map((server) => [
      server.url,
      numberCell(server.requests),
      numberCell(server.share, formatShare),
      numberCell(server.success, formatShare),
      numberCell(server.mean, formatTime),
      stateOf(server),
    ]),
  }
}

/** Writes which servers took part, why others did not, and how evenly the requests were divided. */
export function divisionLines({ servers, mostApart }: ClusterServers): readonly string[] {
  const taking = servers.filter(({ missed, runs }) => missed < runs)
  const wereAllThere = taking.every(({ missed }) => missed === 0)
  const share = taking.length === 1 ? 'with all requests' : `each with every ${ordinal(taking.length)} request`
  return [
    `${taking.length} of ${plural(servers.length, 'server')} took part, ${wereAllThere ? share : 'not all of them in every run: the others took over'}`,
    ...servers.flatMap((server) => (server.missed === 0 ? [] : [`${stateOf(server)}: ${server.url}: ${server.cause ?? 'cause unknown'}`])),
    ...(mostApart === null ? [] : [describeApart(mostApart)]),
  ]
}

function stateOf({ missed, runs }: ClusterServers['servers'][number]): string {
  if (missed === 0) return 'available'
  return missed === runs ? 'not used' : `away in ${missed} of ${plural(runs, 'run')}`
}

function describeApart(most: number): string {
  if (most === 0) return 'in every run all of them had the same number of requests'
  return `in no run did one of them have more than ${plural(most, 'request')} more than another`
}

function ordinal(count: number): string {
  const endings: Readonly<Record<number, string>> = { 2: 'second', 3: 'third' }
  return endings[count] ?? `${count}th`
}
