import type { DeliverySummary, TestResult } from '@benchpress/core'
import { noTimes, scenario, testResult } from '../../report/test/suite-fixture.ts'
import { endpoint, rateWorkload, times, users } from '../../report/test/users-fixture.ts'

const idle = { ...scenario().counts.outcomes, ok: 0 }

/** Deliveries of a run of the bridge's test: three messages were lost while their subscribers reconnected. */
export const delivery: DeliverySummary = {
  name: 'sse',
  sent: 3000,
  accepted: 2993,
  refused: 0,
  unanswered: 7,
  expected: 2993,
  received: 2990,
  duplicated: 2,
  lost: 3,
  lostInGap: 3,
  lostAfterLeaving: 0,
  lostByTarget: 0,
  lostByTargetAtMost: 0,
  receivedUnaccepted: 0,
  misdelivered: 0,
  outOfOrder: 0,
  foreign: 0,
  unstamped: 0,
  buffered: 0,
  activeSeconds: 16,
  bufferedSeconds: 0,
  reach: 2990 / 2993,
  deliveryTime: times(2, 2990),
  fanOutTime: noTimes,
  stalls: [],
  gaps: 33,
}

/** A run of the bridge's test: 3,200 events, 2,992 of them messages, 2,998 sends of which 5 failed, 33 connections closed. */
export function bridgeTest(changes: Partial<TestResult> = {}): TestResult {
  const iterations = { scheduled: 131, started: 131, dropped: 0, completed: 33, failed: 0, aborted: 98 }
  const subscribers = scenario({
    name: 'subscribers',
    users: users({
      iterations,
      checks: [
        { name: 'expected event type', passed: 3200, failed: 0 },
        { name: 'non empty id', passed: 2992, failed: 0 },
        { name: 'correct data', passed: 2990, failed: 2 },
        { name: 'sse response status is 200', passed: 33, failed: 0 },
      ],
    }),
    endpoints: [endpoint({ name: 'open_sse_connection', responseTime: times(1, 131) })],
  })
  const senders = scenario({
    name: 'senders',
    workload: rateWorkload,
    users: users({
      iterations: { scheduled: 3008, started: 3000, dropped: 8, completed: 2998, failed: 0, aborted: 2 },
      checks: [{ name: 'message sent to client', passed: 2993, failed: 5 }],
    }),
    endpoints: [
      endpoint({
        name: 'send_message',
        counts: { scheduled: 3000, started: 3000, dropped: 0, outcomes: { ...idle, ok: 2993, timeout: 5, aborted: 2 } },
        responseTime: times(0.7, 2993),
        serviceTime: times(0.6, 2993),
      }),
    ],
  })
  const series = [
    { name: 'message', count: 2992, rate: 199 },
    { name: 'heartbeat', count: 208, rate: 13 },
  ]
  return testResult({
    name: 'bridge',
    duration: 30,
    scenarios: [subscribers, senders],
    metrics: {
      sse_events: { type: 'counter', unit: null, count: 3200, rate: 213, by: { tag: 'type', series } },
      sse_lifetime: { type: 'trend', unit: 'ms', values: times(9490, 131), by: null },
    },
    deliveries: [delivery],
    ...changes,
  })
}
