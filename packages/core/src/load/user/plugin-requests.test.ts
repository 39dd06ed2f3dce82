import { expect, test } from 'vitest'
import { ManualClock } from '../../base/clock/clock.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import type { PluginRequestsSnapshot } from '../../measure/recorder/snapshot.ts'
import { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import { outcomes as allOutcomes, type PluginOutcome } from '../../model/metrics/outcome.ts'
import { TargetWaits } from './waits.ts'
import { UserRequests } from './plugin-requests.ts'

const runStart = 1000

function createRequests(): {
  readonly requests: UserRequests
  readonly clock: ManualClock
  readonly recorder: UserRecorder
  /** The started requests of one phase, and the number of each outcome. */
  readonly counted: (phase: 'warmup' | 'run') => object
} {
  const clock = new ManualClock(0)
  const recorder = new UserRecorder(new ScenarioRecorder(), {})
  recorder.begin(runStart, 11_000)
  const requests = new UserRequests({
    plugin: 'redis',
    recorder: recorder.pluginRequests.of('redis'),
    waits: new TargetWaits(recorder, clock, false),
    clock,
    planned: { take: (now) => now },
  })
  let taken: PluginRequestsSnapshot | undefined
  const counted = (phase: 'warmup' | 'run'): object => {
    taken ??= recorder.take(clock.now()).users?.pluginRequests[0]
    const { started, outcomes } = taken?.[phase] ?? { started: 0, outcomes: [] }
    const ended = allOutcomes.flatMap((outcome, index) => ((outcomes[index] ?? 0) > 0 ? [[outcome, outcomes[index]] as const] : []))
    return { started, ...Object.fromEntries(ended) }
  }
  return { requests, clock, recorder, counted }
}

test('a request of a plugin belongs to the phase in which it was started', () => {
  const { requests, clock, counted } = createRequests()
  const early = requests.started()
  clock.advance(runStart)
  const late = requests.started()
  clock.advance(10)
  requests.ended(early, 'timeout')
  requests.ended(late, 'ok')
  expect([early, late]).toEqual([0, runStart])
  expect(counted('warmup')).toEqual({ started: 1, timeout: 1 })
  expect(counted('run')).toEqual({ started: 1, ok: 1 })
})

test('requests of a plugin in flight when the user leaves are aborted, and later calls count for nothing', () => {
  const { requests, clock, counted } = createRequests()
  const early = requests.started()
  clock.advance(runStart)
  const [one] = [requests.started(), requests.started()]
  requests.ended(one, 'ok')
  requests.end()
  requests.end()
  requests.ended(early, 'ok')
  requests.started()
  expect(counted('warmup')).toEqual({ started: 1, aborted: 1 })
  expect(counted('run')).toEqual({ started: 2, ok: 1, aborted: 1 })
})

test('a request of a plugin that has ended cannot end again', () => {
  const { requests, clock } = createRequests()
  clock.advance(runStart)
  const startedAt = requests.started()
  requests.ended(startedAt, 'ok')
  expect(() => requests.ended(startedAt, 'ok')).toThrow(
    'requests.ended: nothing that was started then is in flight: each ends once, by what started() returned',
  )
})

test('a request of a plugin cannot end with an unknown outcome, and is still in flight then', () => {
  const { requests, clock, counted } = createRequests()
  clock.advance(runStart)
  const startedAt = requests.started()
  // The types do not stop a plugin in JavaScript.
  for (const outcome of ['closed', 'toString', undefined]) {
    expect(() => requests.ended(startedAt, outcome as PluginOutcome)).toThrow(
      `requests.ended: "${outcome}" is no outcome: known are ok, check_failed, error, timeout, refused, reset, closed_early, protocol_error, local_error, aborted`,
    )
  }
  requests.ended(startedAt, 'closed_early')
  expect(counted('run')).toEqual({ started: 1, closed_early: 1 })
})

test('failures of requests of a plugin are kept by reason, without secrets', () => {
  const { requests, clock, recorder } = createRequests()
  requests.ended(requests.started(), 'refused', 'ECONNREFUSED')
  clock.advance(runStart)
  for (const reason of ['ECONNREFUSED', 'ECONNREFUSED', undefined, ' ']) requests.ended(requests.started(), 'refused', reason)
  requests.ended(requests.started(), 'error', 'no such token: abcdefg\nand more')
  requests.ended(requests.started(), 'aborted', 'the user left')
  const errors = recorder.take(clock.now()).users?.pluginRequests[0]?.errors
  expect(errors?.map(({ outcome, reason, count }) => [allOutcomes[outcome], reason, count])).toEqual([
    ['refused', 'ECONNREFUSED', 2],
    ['refused', 'refused', 2],
    ['error', 'no such token: [redacted]', 1],
    ['aborted', 'the user left', 1],
  ])
  expect(recorder.failures).toBe(5)
})

test('a user waits for replies until all of its requests have ended', () => {
  const { requests, clock, recorder } = createRequests()
  clock.advance(runStart)
  const one = requests.started()
  clock.advance(100)
  const other = requests.started()
  clock.advance(100)
  requests.ended(one, 'ok')
  clock.advance(100)
  requests.ended(other, 'error')
  clock.advance(100)
  expect(recorder.take(clock.now()).users).toMatchObject({ waitingForReplies: 300, waiting: 0 })
})

test('requests of a plugin that a limit of this machine kept from being sent are local errors, whatever their outcome', () => {
  const { requests, clock, counted } = createRequests()
  clock.advance(runStart)
  for (const outcome of ['refused', 'reset', 'timeout', 'error'] as const)
    requests.ended(requests.started(), outcome, 'websocket refused: EMFILE')
  requests.ended(requests.started(), 'refused', 'ECONNREFUSED')
  requests.ended(requests.started(), 'local_error', 'no port')
  expect(counted('run')).toEqual({ started: 6, local_error: 3, timeout: 1, error: 1, refused: 1 })
})

test('the connections of a plugin are counted, and those that the target closes while idle', () => {
  const { requests, clock, recorder } = createRequests()
  requests.connected()
  clock.advance(runStart)
  requests.connected()
  const startedAt = requests.started()
  requests.disconnected('target')
  requests.ended(startedAt, 'closed_early')
  requests.disconnected('target')
  requests.connected()
  requests.disconnected('client')
  expect(() => requests.disconnected('client')).toThrow('requests.disconnected: no connection is open')
  requests.connected()
  requests.end()
  // As of a connection that users share, which outlasts the one who opened it.
  requests.connected()
  requests.disconnected('target')
  expect(recorder.take(clock.now()).users?.pluginRequests[0]?.connections).toMatchObject({ opened: 5, closedIdle: 1, refused: 0 })
})

test('the bytes of a socket count once, in the phase and second in which they are reported', () => {
  const { requests, clock, recorder } = createRequests()
  const socket = { bytesRead: 0, bytesWritten: 30 }
  requests.carried(socket)
  clock.advance(runStart)
  Object.assign(socket, { bytesRead: 500, bytesWritten: 100 })
  requests.carried(socket)
  requests.carried(socket)
  requests.carried({ bytesRead: 1, bytesWritten: 2 })
  clock.advance(100)
  requests.end()
  Object.assign(socket, { bytesRead: 1500, bytesWritten: 101 })
  requests.carried(socket)
  const taken = recorder.take(clock.now()).users?.pluginRequests[0]
  expect(taken?.warmup).toMatchObject({ dataSent: 30, dataReceived: 0 })
  expect(taken?.run).toMatchObject({ dataSent: 73, dataReceived: 1501 })
  expect(taken?.windows).toMatchObject([{ index: 0, bytes: 1501 }])
})

test('the bytes of a shared socket count once, whichever user reports them', () => {
  const [one, other] = [createRequests(), createRequests()]
  const socket = { bytesRead: 10, bytesWritten: 20 }
  one.requests.carried(socket)
  const second = new UserRequests({
    plugin: 'redis',
    recorder: one.recorder.pluginRequests.of('redis'),
    waits: new TargetWaits(one.recorder, one.clock, false),
    clock: one.clock,
    planned: { take: (now) => now },
  })
  second.carried(socket)
  other.requests.carried(socket)
  for (const { recorder } of [one, other])
    expect(recorder.take(0).users?.pluginRequests[0]?.warmup).toMatchObject({ dataSent: 20, dataReceived: 10 })
})
