import fc from 'fast-check'
import { outcomeIndex } from '../../../src/model/metrics/outcome.ts'
import { pluginOutcomes, type PluginOutcome } from '../../../src/model/metrics/outcome.ts'
import type { IterationEnd } from '../../../src/measure/recorder/iterations.ts'
import { ScenarioRecorder } from '../../../src/measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../../../src/measure/recorder/user-recorder.ts'
import type { TimedRequest } from '../../../src/measure/recorder/user-request-recorder.ts'

const [runStart, runEnd] = [1e6, 6e6] as const

/** One request of a plugin; times in microseconds, each from the one before it. */
interface LivedReply {
  readonly plugin: string
  readonly thinks: number
  readonly takes: number
  /** How much earlier it was due. */
  readonly lag: number
  readonly endpoint: string
  readonly ends: PluginOutcome
}

/** One request of a user; times in microseconds, each from the one before it. */
interface LivedRequest {
  readonly thinks: number
  readonly waits: number
  readonly takes: number
  readonly ends: 'ok' | 'http_error' | 'timeout' | 'reset' | 'aborted'
  readonly endpoint: string
  readonly tag: string
}

interface LivedIteration {
  readonly thinks: number
  readonly lag: number
  readonly journey: string | undefined
  readonly isDropped: boolean
  readonly requests: readonly LivedRequest[]
  readonly replies: readonly LivedReply[]
  readonly end: IterationEnd
  readonly reason: string
}

/** All that one user does. */
export interface UserLife {
  readonly createdAt: number
  readonly iterations: readonly LivedIteration[]
  readonly end: IterationEnd
}

const someEnd = fc.constantFrom<IterationEnd>('completed', 'failed', 'aborted')

const livedRequest: fc.Arbitrary<LivedRequest> = fc.record({
  thinks: fc.nat(3e5),
  waits: fc.nat(1000),
  takes: fc.nat(2e5),
  ends: fc.constantFrom('ok', 'ok', 'http_error', 'timeout', 'reset', 'aborted'),
  endpoint: fc.constantFrom('GET /', 'GET /{id}', 'POST /bid'),
  tag: fc.constantFrom('read', 'write'),
})

const livedReply: fc.Arbitrary<LivedReply> = fc.record({
  plugin: fc.constantFrom('redis', 'socketio'),
  thinks: fc.nat(3e5),
  takes: fc.nat(2e5),
  lag: fc.nat(500),
  endpoint: fc.constantFrom('GET', 'SET'),
  ends: fc.constantFrom(...pluginOutcomes),
})

const livedIteration: fc.Arbitrary<LivedIteration> = fc.record({
  thinks: fc.nat(5e5),
  lag: fc.nat(2000),
  journey: fc.constantFrom('browse', 'buy', undefined),
  isDropped: fc.boolean(),
  requests: fc.array(livedRequest, { maxLength: 4 }),
  replies: fc.array(livedReply, { maxLength: 3 }),
  end: someEnd,
  reason: fc.constantFrom('no stock', 'not logged in'),
})

/** Users who come in the warm-up or the run phase, and whose iterations and requests end in every way. */
export const userLife: fc.Arbitrary<UserLife> = fc.record({
  createdAt: fc.nat(5e6),
  iterations: fc.array(livedIteration, { maxLength: 4 }),
  end: someEnd,
})

/** Something that happens to a recorder at a time. */
export interface Happening {
  readonly at: number
  readonly record: (recorder: UserRecorder) => void
}

/** A recorder of one thread, with its phases set. */
export function createUserRecorder(): UserRecorder {
  const recorder = new UserRecorder(new ScenarioRecorder(), {
    bids: { type: 'counter' },
    stock: { type: 'gauge' },
    accepted: { type: 'rate' },
    delivery: { type: 'trend', unit: 'ms' },
    ends: { type: 'counter', by: 'end' },
    lateness: { type: 'trend', by: 'user' },
  })
  recorder.begin(runStart, runEnd)
  return recorder
}

/** What happens in some lives, in the order of time. The keys number the users, who choose their rows of a feed by them. */
export function happeningsOf(lives: ReadonlyMap<number, UserLife>): Happening[] {
  return Array.from(lives, ([user, life]) => happeningsOfOne(life, user))
    .flat()
    .toSorted((a, b) => a.at - b.at)
}

/** The users of one of several threads, numbered over all of them. */
export function usersOfThread(lives: readonly UserLife[], thread: number, threads: number): ReadonlyMap<number, UserLife> {
  return new Map([...lives.entries()].filter(([user]) => user % threads === thread))
}

function happeningsOfOne({ createdAt, iterations, end }: UserLife, user: number): Happening[] {
  const happenings: Happening[] = [{ at: createdAt, record: (recorder) => recorder.userCreated(createdAt) }]
  let now = createdAt
  for (const [index, iteration] of iterations.entries()) {
    now += iteration.thinks
    if (iteration.isDropped) {
      const plannedAt = now
      happenings.push({ at: now, record: (recorder) => recorder.iterationDropped(plannedAt, iteration.journey) })
    } else {
      now = addIteration(happenings, iteration, now, user * 10 + index)
    }
  }
  const endedAt = now
  happenings.push({ at: endedAt, record: (recorder) => recorder.userEnded(end, endedAt) })
  return happenings
}

function addIteration(
  happenings: Happening[],
  { lag, journey, requests, replies, end, reason }: LivedIteration,
  plannedAt: number,
  row: number,
): number {
  const startedAt = plannedAt + lag
  happenings.push({
    at: startedAt,
    record: (recorder) => {
      recorder.iterationStarted(plannedAt, startedAt, journey)
      recorder.feedUsed('users.csv', 1000, row)
    },
  })
  let now = startedAt
  for (const request of requests) now = addRequest(happenings, request, now + request.thinks)
  for (const reply of replies) now = addReply(happenings, reply, now + reply.thinks)
  const endedAt = now
  happenings.push({
    at: endedAt,
    record: (recorder) => {
      recorder.metric('bids', 1, endedAt)
      recorder.metric('stock', row, endedAt)
      recorder.metric('accepted', row % 2, endedAt)
      recorder.metric('delivery', lag, endedAt)
      recorder.metric('ends', 1, endedAt, end)
      recorder.metric('lateness', lag, endedAt, `user ${row % 3}`)
      recorder.iterationEnded(end, plannedAt, endedAt, journey, end === 'failed' ? reason : undefined)
    },
  })
  return endedAt
}

function addRequest(happenings: Happening[], { waits, takes, ends, endpoint, tag }: LivedRequest, plannedAt: number): number {
  const [sentAt, endedAt] = [plannedAt + waits, plannedAt + waits + takes]
  let request: TimedRequest
  happenings.push(
    {
      at: plannedAt,
      record: (recorder) => {
        request = {
          plannedAt,
          requestedAt: plannedAt,
          sentAt,
          firstByteAt: sentAt + Math.floor(takes / 2),
          series: recorder.seriesOf(endpoint, { kind: tag }),
        }
        recorder.requestStarted(request, plannedAt)
      },
    },
    { at: sentAt, record: (recorder) => recorder.requestSent(request, 80) },
    {
      at: endedAt,
      record: (recorder) => {
        recorder.requestReceived(request, 500)
        if (ends === 'ok') recorder.requestResponded(request, outcomeIndex.ok, 200, endedAt, undefined)
        else if (ends === 'http_error') recorder.requestResponded(request, outcomeIndex.http_error, 500, endedAt, '500')
        else recorder.requestLost(request, ends, ends, endedAt, takes)
      },
    },
  )
  return endedAt
}

function addReply(happenings: Happening[], { plugin, lag, endpoint, takes, ends }: LivedReply, startedAt: number): number {
  const plannedAt = startedAt - lag
  const endedAt = startedAt + takes
  happenings.push(
    {
      at: startedAt,
      record: (recorder) => {
        const requests = recorder.pluginRequests.of(plugin)
        requests.started({ startedAt, plannedAt, endpoint: requests.seriesOf(endpoint) }, startedAt)
        recorder.level('waitingForReplies', 1, startedAt)
      },
    },
    {
      at: endedAt,
      record: (recorder) => {
        const requests = recorder.pluginRequests.of(plugin)
        requests.ended({ startedAt, plannedAt, endpoint: requests.seriesOf(endpoint) }, ends, endedAt, ends)
        recorder.level('waitingForReplies', -1, endedAt)
      },
    },
  )
  return endedAt
}
