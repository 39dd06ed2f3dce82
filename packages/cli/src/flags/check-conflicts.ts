import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { isPart, type LoadSettings, type Problem, type Settings, type Sweep } from '@benchpress/core/preset'
import { loadFlags } from './load-flags.ts'
import { isGiven, longName, type FlagSource } from './read-flags.ts'

type Conflict = readonly [one: keyof LoadSettings, other: keyof LoadSettings, because: string, hint: string]

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
export function settleLoad<Load extends LoadSettings>(load: Load, source: FlagSource, problems: Problem[]): Load {
  let settled = load
  for (const [one, other, because, hint] of conflicts) {
    if (settled[one] === undefined || settled[other] === undefined) continue
    const isOneGiven = isGiven(loadFlags[one], source)
    if (isOneGiven !== isGiven(loadFlags[other], source)) {
      settled = { ...settled, [isOneGiven ? other : one]: undefined }
      continue
    }
    problems.push({ message: `${longName(loadFlags[one].flags)} and ${longName(loadFlags[other].flags)}: ${because}`, hint })
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
export function settleSweep<Load extends LoadSettings>(
  load: Load,
  sweep: Sweep | undefined,
  source: FlagSource,
  problems: Problem[],
): Load {
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
  const flag = loadFlags[first.key]
  const name = isGiven(flag, source) ? longName(flag.flags) : (flag.env ?? longName(flag.flags))
  problems.push({
    message: `${name}: the test sweeps over ${first.parameter}, which gives it each of its values`,
    hint: `Leave it out, or give --sweep ${first.parameter}=VALUES in its place.`,
  })
}

interface SweptSetting {
  readonly parameter: string
  readonly key: keyof LoadSettings
}

function sweptIn({ sweep, scenarios }: SuiteTestConfig): SweptSetting | undefined {
  const [parameter] = isPart(sweep) ? Object.keys(sweep ?? {}) : []
  // A path sweeps over a parameter of one scenario, and a setting applies to all scenarios.
  const ofWorkload = isPart(scenarios) && Object.keys(scenarios).length === 1 ? /^scenarios\..*\.workload\.(\w+)$/ : undefined
  const key = parameter === undefined ? undefined : settingOf(ofWorkload?.exec(parameter)?.[1] ?? parameter)
  return parameter === undefined || key === undefined ? undefined : { parameter, key }
}

/** The setting that a parameter of a sweep replaces; `undefined` where no flag of the load sets it. */
function settingOf(parameter: string): keyof LoadSettings | undefined {
  if (parameter === 'iterations') return 'requests'
  return swept.find((key) => key === parameter)
}

const unswept: readonly string[] = ['reconnectAfter', 'bailout', 'seed'] satisfies (keyof LoadSettings)[]
const swept = (Object.keys(loadFlags) as (keyof LoadSettings)[]).filter((key) => !unswept.includes(key))
