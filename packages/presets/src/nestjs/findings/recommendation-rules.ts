import { formatShare, leastRuns } from '@benchpress/core/report'
import { formatChange, formatNumber } from '@benchpress/report/format'
import type { ComparedFigure } from './compared-figures.ts'
import type { TestFindings } from './find-in-test.ts'
import type { MeasuredRun } from './measured-run.ts'

/** Makes a recommendation from the findings; `undefined` where the rule does not apply. */
type Rule = (tests: readonly TestFindings[], cpus: number) => string | undefined

// Share of refused bids above which they should be looked at.
const notableRefusals = 0.05

// Share of deposits with status 409 above which they are worth a retry.
const notableConflicts = 0.01

// Received bids for each accepted one, on the second variant as a share of the first, below which broadcasts are missing.
const missingBroadcasts = 0.8

// Share of the ideal speedup on all cores from which scaling is almost linear; the whole interval must be above it, or below.
const almostLinear = 0.7

/** Every rule by its name, in the order of the report. */
export const rules: Readonly<Record<string, Rule>> = {
  'more-cores': (tests) => {
    const test = testOf(tests, 'max')
    const isOther = test?.winner != null && test.winner.variant === test.variants[1]?.variant
    return isOther ? `Run the service on all cores (CLUSTER_WORKERS=auto) where it reads much: ${sayFigure(test.winner.by)}.` : undefined
  },
  'one-core': (tests) => {
    const both = [testOf(tests, 'load'), testOf(tests, 'max')]
    const areOfBaseline = both.every((test) => test?.winner != null && test.winner.variant === test.variants[0]?.variant)
    return areOfBaseline ? 'Leave the service on one core (CLUSTER_WORKERS=1) on this machine: it won both tests over HTTP.' : undefined
  },
  scaling: (tests, cpus) => {
    const sustained = testOf(tests, 'max')?.figures.find(({ name }) => name === 'sustained')
    if (sustained?.better == null || sustained.change === null || sustained.change <= 0) return undefined
    const [low, high] = sustained.compared?.interval ?? [0, Infinity]
    const figures = `${low.toFixed(2)} to ${high.toFixed(2)} times the requests/s on ${cpus} cores`
    if (low >= almostLinear * cpus) return `Add cores for more reads: they scale almost with the cores, ${figures}.`
    return high < almostLinear * cpus ? `Do not count on more cores alone: ${figures}; find out what else limits the service.` : undefined
  },
  'websocket-refused': (tests) => {
    // A refused connection without a reply in time is not a matter of configuration: the service is too busy.
    const [first] = runsOf(testOf(tests, 'websocket')).flatMap(({ variant, sockets }) =>
      (sockets?.refused ?? []).filter(({ reason }) => !reason.startsWith('no response')).map((refused) => ({ ...refused, variant })),
    )
    if (first === undefined) return undefined
    return `Let WebSocket connections through to ${first.variant}: ${formatNumber(first.count)} were refused, with ${first.reason}.${/polling|Session ID/.test(first.reason) ? ' With polling, a cluster needs sticky sessions.' : ''}`
  },
  adapter: (tests) => {
    const [baseline, other] = (testOf(tests, 'websocket')?.variants ?? []).map(({ variant, runs }) => ({ variant, heard: heardOf(runs) }))
    if (baseline?.heard === undefined || other?.heard === undefined || baseline.heard === 0) return undefined
    const share = other.heard / baseline.heard
    if (share >= missingBroadcasts) return undefined
    return `Check the Socket.IO adapter of ${other.variant}: each accepted bid was heard by ${formatShare(share)} of the users who heard one on ${baseline.variant}.`
  },
  'over-limits': (tests) => {
    const over = sidesWith(tests, ({ thresholds }) => thresholds.failed.length > 0)
    return over.length === 0
      ? undefined
      : `Plan for less load, or for more machines: beyond the published limits were ${over.join(' and ')}.`
  },
  'bids-refused': (tests) => {
    const bids = tests.flatMap(runsOf).map((run) => run.bids)
    const refused = bids.reduce((sum, each) => sum + each.refused, 0)
    const all = bids.reduce((sum, each) => sum + each.accepted, refused)
    if (all === 0 || refused / all <= notableRefusals) return undefined
    const [first] = bids.flatMap(({ reasons }) => reasons).toSorted((one, next) => next.count - one.count)
    const reason = first === undefined ? '' : `, most often with "${first.reason}"`
    return `Count accepted bids rather than responses: ${formatNumber(refused)} of ${formatNumber(all)} bids were turned down by a body behind a status that says success${reason}.`
  },
  'deposit-conflicts': (tests) => {
    const deposits = runsOf(testOf(tests, 'load')).flatMap(({ endpoints }) =>
      endpoints.filter(({ name }) => name === 'POST /api/users/deposit'),
    )
    const all = deposits.flatMap(({ statuses }) => Object.values(statuses)).reduce((sum, count) => sum + count, 0)
    const conflicts = deposits.reduce((sum, { statuses }) => sum + (statuses['409'] ?? 0), 0)
    if (all === 0 || conflicts / all <= notableConflicts) return undefined
    return `Try deposits again that had the response 409: ${formatNumber(conflicts)} of ${formatNumber(all)} were.`
  },
  'crowded-machine': (tests) => {
    const sides = sidesWith(tests, ({ rules: broken }) => broken.some((rule) => crowding.includes(rule)))
    if (sides.length === 0) return undefined
    const all = tests.reduce((sum, { variants }) => sum + variants.length, 0)
    const where = sides.length === all ? 'in every test' : `in ${sides.join(', ')}`
    return `Compare again with the load from another machine, and with nothing else on this one: ${where} the load or other programs took what the service could have used.`
  },
  'more-runs': (tests) => {
    const isOpen = ({ figures }: TestFindings): boolean =>
      figures.some(({ compared, values }) => compared?.answer === 'inconclusive' && values.every((side) => side.length > 0))
    const undecided = tests.filter(
      (test) => test.undecided !== null && isOpen(test) && test.variants.some(({ runs }) => runs.length < leastRuns),
    )
    const ran = undecided.filter((test) => runsOf(test).every(({ notRun }) => notRun === null))
    return ran.length === 0
      ? undefined
      : `Give --runs ${leastRuns} to tell differences from the noise: ${new Intl.ListFormat('en-GB').format(ran.map(({ title }) => title))} had no winner.`
  },
}

const crowding: readonly string[] = ['shared-cores', 'busy-machine', 'generator-saturated', 'generator-stalled', 'send-lag']

/** A recommendation, and the name of the rule that makes it. */
export interface Recommendation {
  readonly rule: string
  readonly text: string
}

/** Makes the recommendations of all rules that apply to the findings. */
export function recommend(tests: readonly TestFindings[], cpus: number): readonly Recommendation[] {
  return Object.entries(rules).flatMap(([rule, apply]) => {
    const text = apply(tests, cpus)
    return text === undefined ? [] : [{ rule, text }]
  })
}

function testOf(tests: readonly TestFindings[], name: TestFindings['name']): TestFindings | undefined {
  return tests.find((test) => test.name === name)
}

function runsOf(test: TestFindings | undefined): readonly MeasuredRun[] {
  return test?.variants.flatMap(({ runs }) => runs) ?? []
}

// The received bids for each accepted one; `undefined` where none was accepted.
function heardOf(runs: readonly MeasuredRun[]): number | undefined {
  const accepted = runs.reduce((sum, { bids }) => sum + bids.accepted, 0)
  return accepted === 0 ? undefined : runs.reduce((sum, { sockets }) => sum + (sockets?.bidsHeard ?? 0), 0) / accepted
}

// The tests, each on its variants, that have such a run.
function sidesWith(tests: readonly TestFindings[], isMeant: (run: MeasuredRun) => boolean): readonly string[] {
  return tests.flatMap(({ title, variants }) =>
    variants
      .filter(({ runs }) => runs.some(isMeant))
      .map(({ variant }) => (variant === 'default' ? `the ${title}` : `the ${title} on ${variant}`)),
  )
}

// Such as `Success rate of users +86 %`.
function sayFigure({ label, change }: ComparedFigure): string {
  return change === null ? label : `${label} ${formatChange(change)}`
}
