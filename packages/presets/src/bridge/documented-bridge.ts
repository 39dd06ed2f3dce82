import type { TestResult } from '@benchpress/core'
import { mergeTimes } from '@benchpress/core/report'
import { timeColumns, type Correction, type DocumentedRow, type DocumentedTable, type Measured } from '@benchpress/core/preset'
import { formatSeconds } from '@benchpress/report/format'
import { countsOf, lifetimeOf, type BridgeCounts } from './bridge-counts.ts'

const subscribers = { scenario: 'subscribers' }
const sends = { scenario: 'senders', endpoint: 'send_message' }

function row(name: string, published: string | undefined, measure: (counts: BridgeCounts, test: TestResult) => Measured): DocumentedRow {
  const documented = published === undefined ? {} : { documented: { Count: published } }
  return { name, where: subscribers, ...documented, measure: { Count: ({ test }) => measure(countsOf(test), test) } }
}

function counted(name: string, published: string, key: 'events' | 'heartbeats' | 'messages' | 'sent'): DocumentedRow {
  return row(name, published, ({ [key]: count }, { duration }) => ({ count, perSecond: duration === 0 ? 0 : count / duration }))
}

/** The tables of the document, in the words and the order of k6. */
export const bridgeTables: readonly DocumentedTable[] = [
  {
    title: 'Documented and measured, counts',
    columns: [{ head: 'Count', unit: 'count' }],
    rows: [
      row('checks', '100% ✓ 4624462 ✗ 0', ({ checks: { passed, failed } }) => ({ part: passed, of: passed + failed })),
      row('http_req_failed', '0.00% ✓ 0 ✗ 1151113', ({ posts, outcomes }) => ({ part: posts - (outcomes?.ok ?? 0), of: posts })),
      counted('sse_event', '1158168 3618/s', 'events'),
      counted('sse_heartbeats_received', '6329 19/s', 'heartbeats'),
      counted('sse_messages_received', '1151839 3599/s', 'messages'),
      counted('sse_messages_sent', '1151113 3596/s', 'sent'),
      row('dropped_iterations', undefined, ({ dropped }) => dropped),
      row('messages lost', undefined, ({ delivery }) => delivery && { part: delivery.lost, of: delivery.expected }),
    ],
  },
  {
    title: 'Documented and measured, times',
    columns: timeColumns({ Avg: 'mean', Min: 'min', Med: 'p50', Max: 'max', '90%': 'p90', '95%': 'p95' }),
    rows: [
      {
        name: 'http_req_duration',
        where: sends,
        documented: { Avg: '639.28ms', Min: '211.45µs', Med: '105.52ms', Max: '5m4s', '90%': '568.97ms', '95%': '699.13ms' },
        times: ({ test, requests }) => mergeTimes([requests.serviceTime, ...(lifetimeOf(test) ?? [])]),
      },
      {
        name: '  open_sse_connection',
        where: subscribers,
        documented: { Avg: '43.55s', Min: '211.45µs', Med: '31.18s', Max: '5m4s', '90%': '1m39s', '95%': '2m6s' },
        times: ({ test }) => lifetimeOf(test)?.[0],
      },
      {
        name: '  send_message',
        where: sends,
        documented: { Avg: '210.41ms', Min: '593µs', Med: '102.77ms', Max: '1.26s', '90%': '553.35ms', '95%': '671.27ms' },
        times: ({ requests }) => requests.serviceTime,
      },
      { name: 'delivery', where: subscribers, times: ({ test }) => countsOf(test).delivery?.deliveryTime },
    ],
  },
]

/** What the document has wrong, and how its figures are to be read. */
export const bridgeCorrections: readonly Correction[] = [
  'The published average of 639 ms is no latency: it is that of 11,503 lives of connections (43.55 s on average) and 1,151,113 times to send (210 ms), all taken together.',
  'The document leaves out 48,887 of 1,200,000 messages (4.07 %): they were due, and no sender was free. Of 4,000 messages a second 3,837 were sent in the 300 s in which it sent; 3,596 is over the whole 320 s.',
  '4,624,462 checks = 1,158,168 events + 2 x 1,151,839 messages + 1,151,113 sends + 11,503 closed connections, which the document does not count. One was closed, at random, after 1 % of the events, which makes 11,582.',
  'The life of a connection ends with the run at the latest; the document leaves out those that it ended.',
  ({ tests }) => [
    `Per second is over the whole run with its graceful stop: 320s in the document, ${tests.map((test) => formatSeconds(test.duration)).join(', ')} here.`,
  ],
]
