import * as fc from 'fast-check'
import { ManualClock } from '../../src/base/clock/clock.ts'
import type { PluginOutcome } from '../../src/model/metrics/outcome.ts'
import { ScenarioRecorder } from '../../src/measure/recorder/scenario-recorder.ts'
import { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import { UserRecorder } from '../../src/measure/recorder/user-recorder.ts'
import { summarizeScenario } from '../../src/result/summary/scenario-summary.ts'
import type { PluginRequestsSummary } from '../../src/result/summary/requests-summary.ts'
import { TargetWaits } from '../../src/load/user/waits.ts'
import { UserRequests } from '../../src/load/user/plugin-requests.ts'
import { rateWorkload } from '../servers/memory-workloads.ts'

const second = 1e6
const start = 5 * second
/** The run phase: a second after the start of the test, for three. */
export const [runStart, runEnd] = [start + second, start + 4 * second]
/** When the user leaves, and whatever is in flight is cut off. */
export const leavesAt: number = runEnd + second / 2
/** How long a request takes that stalls until its user leaves. */
export const stalled = Infinity

/** One request of a plugin, in microseconds. */
export interface PlannedRequest {
  readonly endpoint: string
  readonly startedAt: number
  /** How much earlier it was due. */
  readonly lag: number
  readonly takes: number
  readonly ends: PluginOutcome
}

/** Any number of requests over a warm-up, a run phase and its drain, some of which stall. Times are such that histograms keep them exactly. */
export const plannedRequests: fc.Arbitrary<PlannedRequest[]> = fc.array(
  fc.record({
    endpoint: fc.constantFrom('GET', 'SET', 'store'),
    startedAt: fc.integer({ min: start, max: leavesAt - 1 }),
    lag: fc.oneof(fc.constant(0), fc.nat(500)),
    takes: fc.oneof({ weight: 9, arbitrary: fc.nat(1500) }, { weight: 1, arbitrary: fc.constant(stalled) }),
    ends: fc.constantFrom<PluginOutcome>('ok', 'ok', 'ok', 'error', 'check_failed', 'timeout', 'refused', 'reset', 'aborted'),
  }),
  { minLength: 1, maxLength: 80 },
)

/** Plays the requests of one user on a manual clock, with a snapshot each third of a second, as a load thread reports them. */
export function playRequests(planned: readonly PlannedRequest[]): PluginRequestsSummary | undefined {
  const clock = new ManualClock(start)
  const recorder = new UserRecorder(new ScenarioRecorder(), {})
  recorder.begin(runStart, runEnd)
  let lag = 0
  const requests = new UserRequests({
    plugin: 'store',
    recorder: recorder.pluginRequests.of('store'),
    waits: new TargetWaits(recorder, clock, false),
    clock,
    planned: { take: (now) => now - lag },
  })
  const totals = new ScenarioTotals()
  const steps: { readonly at: number; readonly step: () => void }[] = []
  for (let at = start; at < leavesAt; at += second / 3)
    steps.push({ at, step: () => totals.add(structuredClone(recorder.take(clock.now()))) })
  for (const request of planned) {
    let handle = 0
    const begin = (): void => {
      ;({ lag } = request)
      handle = requests.started(request.endpoint)
    }
    steps.push(
      { at: request.startedAt, step: begin },
      { at: request.startedAt + request.takes, step: () => requests.ended(handle, request.ends) },
    )
  }
  for (const { at, step } of steps.toSorted((one, other) => one.at - other.at)) {
    if (at > leavesAt) break
    clock.advance(at - clock.now())
    step()
  }
  clock.advance(leavesAt - clock.now())
  requests.end()
  totals.add(recorder.take(clock.now()))
  const workload = { ...rateWorkload(1), warmup: second }
  const summary = summarizeScenario({ name: 'played', request: '', endpoint: undefined, workload, start, runStart, runEnd }, totals)
  return summary.users?.pluginRequests[0]
}
