import fc from 'fast-check'
import { nextLook } from './played.ts'
import type { ScriptedDial, ScriptedResponse, ServerScript } from './scripted-server.ts'
import type { Span } from './world.ts'

const any = (min: number, max: number): fc.Arbitrary<number> => fc.noBias(fc.integer({ min, max }))

// A heavy tail: most take some milliseconds, some seconds, some never come.
const service = fc.oneof(
  { weight: 12, arbitrary: any(2000, 20_000) },
  { weight: 3, arbitrary: any(20_000, 400_000) },
  { weight: 1, arbitrary: any(400_000, 1_500_000) },
  { weight: 1, arbitrary: fc.constant(Infinity) },
)

const response: fc.Arbitrary<ScriptedResponse> = fc.record({
  service,
  status: fc.constantFrom(200, 200, 200, 200, 302, 404, 503),
  ending: fc.oneof(
    { weight: 25, arbitrary: fc.constant('stay' as const) },
    { weight: 4, arbitrary: fc.constantFrom('last', 'close', 'reset', 'idle close', 'idle reset') },
  ),
  early: fc.oneof(fc.constant(0), any(1, 30_000)),
  idle: any(1, 30_000),
})

const dial: fc.Arbitrary<ScriptedDial> = fc.record({ takes: any(0, 3000), isRefused: fc.nat(9).map((n) => n === 0) })

/** Spans in order and apart from each other, within the first seconds of a test. */
function spans(most: number, longest: number): fc.Arbitrary<Span[]> {
  return fc.array(fc.tuple(any(1000, 1_200_000), any(1000, longest)), { maxLength: most }).map((pairs) => {
    let end = 0
    return pairs.map(([gap, length]) => {
      const from = end + gap
      end = from + length
      return { from, to: end }
    })
  })
}

/** When load threads are held up: until deadlines are looked at, so that whether a request was seen to be late is no matter of chance. */
export const anyStalls: fc.Arbitrary<Span[]> = spans(2, 200_000).map((stalls) =>
  stalls.map(({ from, to }) => ({ from, to: nextLook(to) })).filter(({ from }, index, all) => from > (all[index - 1]?.to ?? 0)),
)

/** Anything that a server does. */
export const anyServer: fc.Arbitrary<ServerScript> = fc.record({
  responses: fc.array(response, { minLength: 3, maxLength: 23 }),
  dials: fc.array(dial, { minLength: 1, maxLength: 5 }),
  stalls: spans(2, 1_000_000),
})

/** How long a warm-up, a run phase and its drain are, and when the test is interrupted, if it is. */
export const anyPhases = fc.record({
  warmup: fc.oneof(fc.constant(0), any(1, 500_000)),
  length: any(1, 1_700_000),
  gracefulStop: fc.oneof(fc.constant(0), any(1, 600_000)),
  stopAt: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: any(600_000, 2_000_000) }),
})

/** An interruption is heard by threads that are awake. */
export function heardAt(stopAt: number | undefined, stalls: readonly Span[]): number | undefined {
  const stall = stalls.find(({ from, to }) => stopAt !== undefined && stopAt >= from && stopAt <= to)
  return stall === undefined ? stopAt : stall.to + 1
}

/** A timeout that is no whole number of microseconds, so that no request is late at the very instant at which somebody looks. */
export const anyTimeout: fc.Arbitrary<number> = any(20_000, 700_000).map((timeout) => timeout + 0.5)
