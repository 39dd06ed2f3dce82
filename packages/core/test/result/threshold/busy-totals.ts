import type { ScenarioTotals } from '../../../src/measure/recorder/scenario-totals.ts'
import {
  iterationsSnapshot,
  outcomeCounts,
  phaseSnapshot,
  endedSnapshot,
  pluginSnapshot,
  seriesSnapshot,
  times,
  totalsOf,
  usersSnapshot,
} from './totals-fixture.ts'
import { packSeries } from '../../../src/measure/recorder/series.ts'
import { noConnections } from '../../../src/measure/recorder/snapshot.ts'

/** A scenario of users with some events of every kind. */
export function busyTotals(): ScenarioTotals {
  return totalsOf({
    responseTime: [1000, 1500, 1500, 2000],
    run: phaseSnapshot({
      started: 5000,
      dropped: 20,
      retried: 3,
      outcomes: outcomeCounts({ ok: 3900, http_error: 90, timeout: 10, aborted: 1000 }),
      statuses: [
        [200, 3000],
        [204, 900],
        [404, 60],
        [503, 30],
      ],
      dataSent: 1000,
      dataReceived: 25_000,
    }),
    serviceTime: [500, 700],
    endpoints: packSeries([
      seriesSnapshot('GET /', {
        started: 5000,
        dataReceived: 24_000,
        responseTimes: [
          [2, times([1000, 1500, 1500])],
          [5, times([2000])],
        ],
        serviceTime: times([600]),
        httpWaiting: times([30]),
      }),
    ]),
    connections: {
      ...noConnections(),
      opened: 2,
      connectTime: times([400, 800]),
      fullTlsTime: times(),
      resumedTlsTime: times(),
    },
    users: usersSnapshot({
      created: 50,
      completed: 40,
      failed: 8,
      aborted: 2,
      mostActive: 12,
      run: iterationsSnapshot({ started: 100, dropped: 20 }),
      iterationDuration: times([5000]),
      sendLag: times([10, 30]),
      httpWaiting: times([40]),
      timeToFirstByte: times([900]),
      journeys: [
        { name: 'buy', iterations: iterationsSnapshot({ started: 30, dropped: 5 }), duration: times([8000]) },
        { name: 'browse', iterations: iterationsSnapshot({ started: 70, dropped: 15 }), duration: times([2000]) },
      ],
      checks: [
        { name: 'accepted', passed: 90, failed: 10 },
        { name: 'paid', passed: 50, failed: 0 },
      ],
      groups: [{ name: 'checkout', duration: times([1500]) }],
      tags: packSeries([
        seriesSnapshot('kind:read', { started: 400, httpWaiting: times([20]) }),
        seriesSnapshot('kind:write', { started: 100 }),
      ]),
      metrics: [
        { name: 'bids', type: 'counter', count: 30 },
        { name: 'balance', type: 'gauge', value: 3, min: -2, max: 9, at: 1 },
        { name: 'accepted', type: 'rate', hits: 3, total: 4 },
        { name: 'handshake', type: 'trend', values: times([1500]) },
        { name: 'answer_size', type: 'trend', values: times([1_500_000]) },
        { name: 'events', tag: 'message', type: 'counter', count: 50 },
        { name: 'events', tag: 'heartbeat', type: 'counter', count: 20 },
        { name: 'events', tag: 'heartbreak', type: 'counter', count: 2 },
        { name: 'open', tag: 'idle', type: 'gauge', value: 7, min: 0, max: 9, at: 2 },
        { name: 'open', tag: 'busy', type: 'gauge', value: 3, min: -1, max: 5, at: 1 },
        { name: 'resumed', tag: 'polling', type: 'rate', hits: 1, total: 2 },
        { name: 'resumed', tag: 'websocket', type: 'rate', hits: 8, total: 8 },
        { name: 'connect_time', tag: 'polling', type: 'trend', values: times([4000]) },
        { name: 'connect_time', tag: 'websocket', type: 'trend', values: times([1000, 2000]) },
      ],
      pluginRequests: [
        pluginSnapshot('redis', {
          warmup: endedSnapshot({ refused: 1000 }),
          run: endedSnapshot({ ok: 380, refused: 20, aborted: 7 }),
        }),
      ],
    }),
  })
}
