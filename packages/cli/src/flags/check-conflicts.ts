import type { ScenarioConfig, SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { isOpen, isPart, isRequestScenario, kindOf, type Problem, type Settings, type Sweep } from '@benchpress/core/preset'
import { flagsOfSettings, loadFlags } from './config-flags.ts'
import type { Flag } from './flag.ts'
import { isGiven, longName, type FlagSource } from './read-flags.ts'

type LoadKey = keyof typeof loadFlags
type Conflict = readonly [one: LoadKey, other: LoadKey, because: string, hint: string]

const flagOf = (key: LoadKey): Flag<unknown> => loadFlags[key]

// Settings that exclude each other.
const conflicts: readonly Conflict[] = [
  ['duration', 'requests', 'a run ends by one of them', 'Give either -d or -n.'],
  ['users', 'rate', 'one is a closed workload, the other an open one', 'Give one of them; --max-users bounds the users of a rate.'],
  ['connections', 'users', 'a user has a connection of its own', 'Give one of them.'],
  ['connections', 'maxUsers', 'with a rate, both are the most users', 'Give one of them.'],
  [
    'pipelining',
    'rate',
    'a pipelined request waits for those before it, and cannot start by the clock',
    'Leave -p out; -c is then the most users at a time.',
  ],
  ['pipelining', 'users', 'a user has one request at a time', 'Leave -p out, or give -c.'],
  ['reconnectAfter', 'rate', 'users of a rate keep their connections', 'Leave -D out.'],
  ['reconnectAfter', 'users', 'users keep their connections', 'Leave -D out, or give -c.'],
]

/**
 * Settles settings that exclude each other, such as a duration and a count: the command line wins over the environment, and two settings from the same source
 * are a problem.
 */
export function settleLoad<Load extends Settings>(load: Load, source: FlagSource, problems: Problem[]): Load {
  let settled = load
  for (const [one, other, because, hint] of conflicts) {
    if (settled[one] === undefined || settled[other] === undefined) continue
    const isOneGiven = isGiven(loadFlags[one], source)
    const isClash = isOneGiven === isGiven(loadFlags[other], source)
    settled = { ...settled, [isOneGiven ? other : one]: undefined }
    if (isClash) problems.push({ message: `${longName(loadFlags[one].flags)} and ${longName(loadFlags[other].flags)}: ${because}`, hint })
  }
  return settled
}

/** Adds a problem when a request is given more than one body. */
export function refuseSeveralBodies(request: Settings, problems: Problem[]): void {
  const bodies = [request.body, request.input, request.form].filter((body) => body !== undefined)
  if (bodies.length > 1) problems.push({ message: '--body, --input and --form: a request has one body', hint: 'Give one of them.' })
}

/** Adds a problem when `--start-timeout` is given although no command is started. */
export function refuseStartTimeout({ startTimeout }: Settings, { tests, variants = {} }: SuiteConfig, problems: Problem[]): void {
  const targets: readonly unknown[] = [...tests.map(({ target }) => target), ...Object.values(variants)]
  const isStarted = targets.some((target) => typeof target === 'object' && target !== null && 'command' in target)
  if (startTimeout === undefined || isStarted) return
  problems.push({ message: `--start-timeout ${startTimeout}: nothing is started`, hint: 'Give the command of the target after --.' })
}

/**
 * Settles a sweep with flags that set the same parameter or exclude it: on the command line each of them is a problem, and in the environment it is ignored.
 */
export function settleSweep<Load extends Settings>(load: Load, sweep: Sweep | undefined, source: FlagSource, problems: Problem[]): Load {
  const own = sweep === undefined ? undefined : settingOf(sweep.parameter)
  if (sweep === undefined || own === undefined) return load
  const excluded = conflicts.flatMap(([one, other, because]) =>
    one === own || other === own ? [{ key: one === own ? other : one, because }] : [],
  )
  let settled = load
  for (const { key, because } of [{ key: own, because: 'the sweep gives it each of its values' }, ...excluded]) {
    if (settled[key] === undefined) continue
    settled = { ...settled, [key]: undefined }
    if (!isGiven(loadFlags[key], source)) continue
    const name = longName(loadFlags[key].flags)
    problems.push({ message: `--sweep ${sweep.parameter} and ${name}: ${because}`, hint: `Leave ${name} out, or the sweep.` })
  }
  return settled
}

/** Adds a problem for a setting that changes nothing because every test sweeps over the same parameter. */
export function refuseSweptSettings(settings: Settings, { tests }: SuiteConfig, source: FlagSource, problems: Problem[]): void {
  const [first, ...others] = tests.map(sweptIn)
  if (first === undefined || others.some((other) => other?.key !== first.key) || settings[first.key] === undefined) return
  const flag = flagOf(first.key)
  const name = isGiven(flag, source) ? longName(flag.flags) : (flag.env ?? longName(flag.flags))
  problems.push({
    message: `${name}: the test sweeps over ${first.parameter}, which gives it each of its values`,
    hint: `Leave it out, or give --sweep ${first.parameter}=VALUES in its place.`,
  })
}

interface SweptSetting {
  readonly parameter: string
  readonly key: LoadKey
}

function sweptIn({ sweep, scenarios }: SuiteTestConfig): SweptSetting | undefined {
  const [parameter] = isPart(sweep) ? Object.keys(sweep ?? {}) : []
  // A path sweeps over a parameter of one scenario, and a setting applies to all scenarios.
  const ofWorkload = isPart(scenarios) && Object.keys(scenarios).length === 1 ? /^scenarios\..*\.workload\.(\w+)$/ : undefined
  const key = parameter === undefined ? undefined : settingOf(ofWorkload?.exec(parameter)?.[1] ?? parameter)
  return parameter === undefined || key === undefined ? undefined : { parameter, key }
}

/** The setting that a parameter of a sweep replaces; `undefined` where no flag of the load sets it. */
function settingOf(parameter: string): LoadKey | undefined {
  if (parameter === 'iterations') return 'requests'
  return swept.find((key) => key === parameter)
}

const unswept: readonly string[] = ['reconnectAfter', 'bailout', 'seed'] satisfies LoadKey[]
const swept = (Object.keys(loadFlags) as LoadKey[]).filter((key) => !unswept.includes(key))

/** Adds a problem for each flag that changes none of the scenarios, because none of them has the setting. */
export function refuseIdleFlags(settings: Settings, { tests }: SuiteConfig, problems: Problem[]): void {
  const scenarios = tests.flatMap((test) => (isPart(test.scenarios) ? Object.values(test.scenarios) : [])).filter(isWhole)
  // A wrong config is reported by the check of the run.
  if (scenarios.length === 0) return
  for (const [key, fits, because, hint] of rules) {
    if (settings[key] === undefined || scenarios.some(fits)) continue
    problems.push({ message: `${longName(flagsOfSettings[key].flags)}: ${because}`, hint })
  }
}

type Rule = readonly [key: keyof Settings, fits: (scenario: ScenarioConfig) => boolean, because: string, hint: string]

const hasConnections = ({ workload }: ScenarioConfig): boolean => kindOf(workload) === 'connections'
const isRate = ({ workload }: ScenarioConfig): boolean => isOpen(workload)

const hasNoStages = ({ workload }: ScenarioConfig): boolean => kindOf(workload) !== 'stages'

const rules: readonly Rule[] = [
  ['connections', (scenario) => hasConnections(scenario) || isRate(scenario), 'the workload is in users', 'Give --users.'],
  ['pipelining', hasConnections, 'only connections of requests are pipelined', 'Leave it out.'],
  ['refill', hasConnections, 'only connections of requests are pipelined', 'Leave it out.'],
  ['reconnectAfter', hasConnections, 'only connections of requests are reopened', 'Leave it out.'],
  ['maxUsers', isRate, 'nothing starts by the clock', 'Give --rate, or --users for a closed workload.'],
  ['arrivals', isRate, 'nothing starts by the clock', 'Give --rate.'],
  ['timing', isRate, 'nothing starts by the clock', 'Give --rate.'],
  ['requests', hasNoStages, 'a workload of stages ends by time', 'Give -d, which stretches its stages.'],
  ...(['method', 'body', 'input', 'form', 'uniqueIds', 'expectBody', 'expectStatus'] as const).map((key): Rule => [
    key,
    isRequestScenario,
    'the requests are those of a journey',
    'Change the journey.',
  ]),
]

function isWhole(scenario: ScenarioConfig): boolean {
  return isPart(scenario) && isPart(scenario.workload) && kindOf(scenario.workload) !== undefined
}
