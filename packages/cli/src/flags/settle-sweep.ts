import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { isPart, type LoadSettings, type Problem, type Settings, type Sweep } from '@benchpress/core/preset'
import { conflicts } from './check-conflicts.ts'
import { loadFlags } from './load-flags.ts'
import { isGiven, nameOf, type FlagSource } from './read-flags.ts'

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
  const excluded = conflicts.flatMap(({ between: [one, other], because }) => {
    if (one !== own && other !== own) return []
    return [{ key: one === own ? other : one, because }]
  })
  let settled = load
  for (const { key, because } of [{ key: own, because: 'the sweep gives it each of its values' }, ...excluded]) {
    if (settled[key] === undefined) continue
    settled = { ...settled, [key]: undefined }
    if (!isGiven(loadFlags[key], source)) continue
    const name = nameOf(loadFlags[key].flags)
    problems.push({ message: `--sweep ${sweep.parameter} and ${name}: ${because}`, hint: `Leave ${name} out, or the sweep.` })
  }
  return settled
}

/** Adds a problem for a setting that changes nothing because every test sweeps over the same parameter. */
export function refuseSweptSettings(settings: Settings, { tests }: SuiteConfig, source: FlagSource, problems: Problem[]): void {
  const [first, ...others] = tests.map(sweptIn)
  if (first === undefined || others.some((other) => other?.key !== first.key) || settings[first.key] === undefined) return
  const flag = loadFlags[first.key]
  const name = isGiven(flag, source) ? nameOf(flag.flags) : (flag.env ?? nameOf(flag.flags))
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
