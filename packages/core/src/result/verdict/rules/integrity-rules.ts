import { sumOf } from '../../../base/units/count.ts'
import { outcomes, sumOutcomes } from '../../../model/metrics/outcome.ts'
import type { DeliverySummary } from '../../summary/delivery-summary.ts'
import type { Counts } from '../../summary/series-summary.ts'
import type { Interruption, TestSummary } from '../../summary/test-summary.ts'
import type { IterationCounts, UsersSummary } from '../../summary/users-summary.ts'
import type { RequestsSummary } from '../../summary/requests-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { ThreadSummary } from '../../summary/generator-summary.ts'
import { formatNumber, formatSeconds, plural } from '../../../base/units/format.ts'
import { pluginRequestsOf } from '../request-kinds.ts'
import { finding, isNothingStarted, rule, scenarioRule, type Rule } from '../rule.ts'
import { describeMoment } from '../stretches.ts'
import { describeLoss } from './target-rules.ts'

/**
 * Checks that every request, iteration, user, message and row of a feed is counted once: `scheduled = started + dropped`, `started = sum of outcomes`,
 * for each phase of each scenario, for each endpoint, each server and each worker; each worker scheduled exactly what was planned for it; the workers
 * add up to the scenarios, and so do endpoints and servers.
 *
 * What a dead worker had under way is unknown by endpoint and user, so these are not checked after a worker died.
 */
export const identity: Rule = rule('identity', (summary) => {
  const { scenarios, generator, deliveries } = summary
  const ofPlugins = scenarios.flatMap((scenario) =>
    pluginRequestsOf(scenario).map((requests) => ({ subject: `${scenario.name}, requests of ${requests.plugin}`, requests })),
  )
  const isWhole = generator.threads.every(({ lost }) => lost === null)
  const texts = [
    ...scenarios.flatMap((scenario) => checkPhases(scenario.name, scenario)),
    ...ofPlugins.flatMap(({ subject, requests }) => checkPhases(subject, requests)),
    ...(isWhole ? ofPlugins.flatMap(({ subject, requests }) => checkEndpoints(subject, requests)) : []),
    ...(isWhole
      ? scenarios.flatMap((scenario) => [...checkEndpoints(scenario.name, scenario), ...checkServers(scenario), ...checkUsers(scenario)])
      : []),
    ...generator.threads.flatMap(checkPlan),
    ...generator.threads.flatMap(({ worker, counts }) => checkCounts(`worker ${worker}`, counts)),
    ...checkSums(
      generator.threads.map(({ counts }) => counts),
      scenarios.map(({ counts }) => counts),
    ),
    ...deliveries.flatMap(checkDeliveries),
  ]
  return texts.map((text) => ({ level: 'invalid', text }))
})

// The plan is checked first: the counts of a thread that skips an iteration still add up.
function checkPlan({ worker, scheduled: counts }: ThreadSummary): string[] {
  return counts.flatMap(({ scenario, phase, of, planned, isMost, scheduled }) => {
    if (isMost ? scheduled <= planned : scheduled === planned) return []
    const subject = `worker ${worker}, ${scenario}${phase === 'run' ? '' : `, ${phase}`}`
    return [
      `${subject}: ${isMost ? 'at most ' : ''}${formatNumber(planned)} ${of} planned, but scheduled were ${compareCounts(scheduled, planned)}`,
    ]
  })
}

function checkPhases(subject: string, { counts, warmup }: RequestsSummary): string[] {
  return [...checkCounts(subject, counts), ...(warmup === null ? [] : checkCounts(`${subject}, warm-up`, warmup.counts))]
}

function checkCounts(subject: string, { scheduled, started, dropped, outcomes: ended }: Counts): string[] {
  return [
    ...checkSum(`${subject}: scheduled`, scheduled, 'started and dropped are', started + dropped),
    ...checkSum(`${subject}: started`, started, 'the outcomes add up to', sumOutcomes(ended)),
  ]
}

function checkEndpoints(name: string, { counts, endpoints }: RequestsSummary): string[] {
  if (endpoints.length === 0) return []
  const started = sumOf(endpoints, (endpoint) => endpoint.counts.started)
  return [
    ...endpoints.flatMap((endpoint) => checkCounts(`${name}, ${endpoint.name}`, endpoint.counts)),
    ...checkSum(`${name}: started`, counts.started, 'the endpoints add up to', started),
  ]
}

function checkServers({ name, counts, servers = [] }: ScenarioSummary): string[] {
  if (servers.length === 0) return []
  const all = addUp(servers.map((server) => server.counts))
  const sums = (['started', ...outcomes] as const).flatMap((kind) => {
    const total = kind === 'started' ? counts.started : counts.outcomes[kind]
    return checkSum(`${name}: ${kind}`, total, 'the servers add up to', all.get(kind) ?? 0)
  })
  return [...servers.flatMap((server) => checkCounts(`${name}, ${server.name}`, server.counts)), ...sums]
}

function checkSums(workers: readonly Counts[], scenarios: readonly Counts[]): string[] {
  const byWorker = addUp(workers)
  return [...addUp(scenarios)].flatMap(([kind, total]) => {
    const sum = byWorker.get(kind) ?? 0
    return sum === total
      ? []
      : [`${kind}: ${formatNumber(total)} over all scenarios, but the workers add up to ${compareCounts(sum, total)}`]
  })
}

function addUp(all: readonly Counts[]): ReadonlyMap<string, number> {
  return new Map([
    ...(['scheduled', 'started', 'dropped'] as const).map((kind) => [kind, sumOf(all, (counts) => counts[kind])] as const),
    ...outcomes.map((outcome) => [outcome, sumOf(all, (counts) => counts.outcomes[outcome])] as const),
  ])
}

/**
 * Checks the counts of users for consistency, and describes what is missing or counted twice.
 *
 * Iterations of each phase and of each journey: `scheduled = started + dropped`, `started = completed + failed + aborted`, and the journeys add up to
 * the run phase. Users: `created = completed + failed + aborted`. Feeds: no row is used twice, and no more rows are used than there are.
 */
function checkUsers({ name: scenario, users }: ScenarioSummary): string[] {
  if (users === null) return []
  const { iterations, warmupIterations, journeys, feeds } = users
  return [
    ...checkIterations(scenario, iterations),
    ...(warmupIterations === null ? [] : checkIterations(`${scenario}, warm-up`, warmupIterations)),
    ...journeys.flatMap((journey) => checkIterations(`${scenario}, journey ${journey.name}`, journey.iterations)),
    ...checkJourneys(scenario, users),
    ...checkEnds(`${scenario}: users created`, users.created, users),
    ...feeds.flatMap((feed) => checkFeed(scenario, feed)),
  ]
}

function checkIterations(subject: string, counts: IterationCounts): string[] {
  const { scheduled, started, dropped } = counts
  return [
    ...checkSum(`${subject}: iterations scheduled`, scheduled, 'started and dropped are', started + dropped),
    ...checkEnds(`${subject}: iterations started`, started, counts),
  ]
}

function checkEnds(subject: string, begun: number, ends: Pick<UsersSummary, 'completed' | 'failed' | 'aborted'>): string[] {
  return checkSum(subject, begun, 'completed, failed and aborted are', ends.completed + ends.failed + ends.aborted)
}

/** Requests belong to no journey; in a scenario with journeys every iteration belongs to one. */
function checkJourneys(scenario: string, { journeys, iterations }: UsersSummary): string[] {
  if (journeys.length === 0) return []
  return (['started', 'dropped'] as const).flatMap((kind) => {
    const sum = sumOf(journeys, (journey) => journey.iterations[kind])
    return checkSum(`${scenario}: iterations ${kind}`, iterations[kind], 'the journeys add up to', sum)
  })
}

function checkFeed(scenario: string, { name, rows, used, duplicates }: UsersSummary['feeds'][number]): string[] {
  const texts: string[] = []
  if (duplicates > 0) texts.push(`${scenario}: feed ${name} handed out ${formatNumber(duplicates)} of its rows more than once`)
  if (used > rows) texts.push(`${scenario}: feed ${name} has ${plural(rows, 'row')}, but ${formatNumber(used)} were handed out`)
  return texts
}

/**
 * Checks that every message is counted once: `sent = accepted + refused + unanswered`, `expected = received + lost`, every lost message has one of
 * three reasons, and no more expected messages arrived than were expected.
 */
function checkDeliveries(deliveries: DeliverySummary): string[] {
  const { name, sent, accepted, refused, unanswered, expected, received, lost } = deliveries
  const { lostInGap, lostAfterLeaving, lostByTarget, lostByTargetAtMost } = deliveries
  return [
    ...checkSum(`${name}: sent`, sent, 'accepted, refused and unanswered add up to', accepted + refused + unanswered),
    ...checkSum(`${name}: expected`, expected, 'received and lost add up to', received + lost),
    ...checkSum(`${name}: lost`, lost, 'the reasons for it add up to', lostInGap + lostAfterLeaving + lostByTarget),
    ...(lostByTargetAtMost < lostByTarget || lostByTargetAtMost > lost
      ? [
          `${name}: lost by the target at most ${formatNumber(lostByTargetAtMost)}, of ${formatNumber(lost)} and not less than ${formatNumber(lostByTarget)}`,
        ]
      : []),
    ...(received > expected ? [`${name}: received ${compareCounts(received, expected)}, though each is counted once`] : []),
  ]
}

/** Describes a count whose parts do not add up to it: `reads: started 10, but the outcomes add up to 9, 1 too few`. */
function checkSum(subject: string, whole: number, parts: string, sum: number): string[] {
  return sum === whole ? [] : [`${subject} ${formatNumber(whole)}, but ${parts} ${compareCounts(sum, whole)}`]
}

/** Describes how far a count is from the expected one: `1,000, 1 too few`. */
function compareCounts(found: number, expected: number): string {
  const difference = formatNumber(Math.abs(found - expected))
  return `${formatNumber(found)}, ${difference} too ${found > expected ? 'many' : 'few'}`
}

/** Reports a worker that died, or was stuck and had to be ended: its counts since its last report are lost. */
export const lostWorker: Rule = rule('lost-worker', (summary) => {
  const { generator, machines = [] } = summary
  return generator.threads.flatMap(({ worker, lost }) => {
    const machine = machines.find(({ workers }) => workers.includes(worker))
    // A machine that was lost is reported by `lost-agent`.
    if (lost === null || (machine !== undefined && machine.lost !== null)) return []
    const text = `worker ${worker}${machine === undefined ? '' : ` of ${machine.name}`} was lost ${describeMoment(lost.at, summary)} (${lost.reason}): what it did after its last report is not counted`
    return { level: 'invalid', text }
  })
})

const causes: Readonly<Record<Interruption['cause'], string>> = {
  signal: 'the test was interrupted',
  target: 'the target failed',
  worker: 'a worker failed',
  setup: 'its setup failed',
  bailout: 'too many requests had failed',
  threshold: 'a threshold with abortOnFail had failed',
  rate: 'fewer iterations were started than abortIfRateBelow asks for',
  checkpoint: 'its last checkpoint was made',
}

/**
 * Reports a test that ended early, and so measured less than was asked for.
 *
 * The counts until then are correct, so the result is suspect; it is invalid when a worker was lost, whose counts are missing, or when the target or
 * the setup failed before anything was started.
 */
export const interrupted: Rule = rule('interrupted', (summary) => {
  const { interrupted: interruption } = summary
  if (interruption === null) return null
  const { cause } = interruption
  const isKeptFromStarting = (cause === 'target' || cause === 'setup') && isNothingStarted(summary)
  const level = cause === 'worker' || isKeptFromStarting ? 'invalid' : 'suspect'
  return finding(level, `the result is partial: ${describeInterruption(interruption, summary)}`)
})

// A reason that repeats the cause is not printed twice, nor is that of a lost worker, which has a rule of its own.
function describeInterruption({ cause, reason, at }: Interruption, summary: TestSummary): string {
  if (cause === 'signal' && reason.startsWith('interrupted ')) return `the test was ${reason} ${describeMoment(at, summary)}`
  const what = cause === 'target' ? describeLoss(at, summary) : `${causes[cause]} ${describeMoment(at, summary)}`
  return cause === 'worker' || causes[cause].endsWith(reason) ? what : `${what} (${reason})`
}

// Times are whole microseconds, and the sum of stages in seconds is off by less.
const shortest = 1e-6

/**
 * Reports a scenario that ended before its time although nothing interrupted the test: no user could continue.
 *
 * Its feed was used up, or `beforeUser` failed for every user. The figures are those of a shorter run than was asked for.
 */
export const endedEarly: Rule = scenarioRule('ended-early', ({ workload, duration, users }, { interrupted: interruption }) => {
  if (interruption !== null || users === null || workload.duration === null || duration > workload.duration - shortest) return null
  return finding('suspect', `the run phase lasted ${formatSeconds(duration)} of ${formatSeconds(workload.duration)}: no user could go on`)
})
