import type { Rate } from '../../config/fields/quantity-schema.ts'
import type { SuiteTestConfig, SweepConfig, SweepValue } from '../../config/config.ts'
import { scaleCount, type Settings } from '../settings.ts'
import { isPart, kindOf } from './workload-kinds.ts'
import { scaleRate } from './scale-workload.ts'

const counts: readonly string[] = ['connections', 'users', 'batch', 'requests', 'iterations', 'maxUsers']

/** What a test sweeps over, by its config or by the flag, which goes first; multiplied by `--scale` where it is a count or a rate. */
export function sweepOf({ sweep: own }: SuiteTestConfig, { sweep, scale = 1 }: Settings): SweepConfig | undefined {
  const given = sweep === undefined ? own : { [sweep.parameter]: sweep.values }
  // Wrong values are left to the check of the config.
  if (given === undefined || scale === 1 || !isPart(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([parameter, values]) => [parameter, Array.isArray(values) ? scaleValues(parameter, values, scale) : values]),
  )
}

/** Makes of a sweep over users or a rate that no scenario has what `--users` and `--rate` would make of its workloads: users, or a rate. */
export function withSweptKind(test: SuiteTestConfig, settings: Settings): Settings {
  const { parameter, values: [first] = [] } = settings.sweep ?? {}
  const { users, rate } = settings
  if ((parameter !== 'users' && parameter !== 'rate') || users !== undefined || rate !== undefined || !isPart(test.scenarios))
    return settings
  const isThere = Object.values(test.scenarios).some(
    (scenario) => isPart(scenario) && isPart(scenario.workload) && kindOf(scenario.workload)?.kind === parameter,
  )
  return isThere ? settings : { ...settings, [parameter]: first }
}

// Two that are the same when multiplied are one.
function scaleValues(parameter: string, values: readonly SweepValue[], scale: number): readonly SweepValue[] {
  const name = parameter.slice(parameter.lastIndexOf('.') + 1)
  const isWorkload = !parameter.includes('.') || parameter.includes('.workload.')
  if (isWorkload && name === 'rate') return [...new Set(values.map((value): Rate => scaleRate(value, scale)))]
  return isWorkload && counts.includes(name)
    ? [...new Set(values.map((value) => (typeof value === 'number' ? scaleCount(value, scale) : value)))]
    : values
}
