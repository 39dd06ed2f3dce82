import type { Clock } from '../clock/clock.ts'
import type { MetricDefinition, MetricDefinitions } from '../metrics/metric-definition.ts'
import type { UserRecorder } from '../recorder/user-recorder.ts'
import type { MetricRecorders } from './metric-recorders.ts'

type Record = (value: number) => void

/**
 * Creates the recorders of a scenario's own metrics, which all its users on one thread share.
 *
 * Using one that is not declared throws an error that lists those that are.
 */
export function createMetricRecorders(
  definitions: MetricDefinitions,
  recorder: Pick<UserRecorder, 'metric'>,
  clock: Clock,
): MetricRecorders<MetricDefinitions> {
  // Only a name that is not declared reaches the prototype, so a metric that is costs no trap.
  const recorders = Object.create(undeclared(Object.keys(definitions))) as { [name: string]: unknown }
  for (const [name, definition] of Object.entries(definitions)) {
    recorders[name] = createRecorder(name, definition, (value) => recorder.metric(name, value, clock.now()))
  }
  return Object.freeze(recorders) as MetricRecorders<MetricDefinitions>
}

function createRecorder(name: string, { type }: MetricDefinition, record: Record): object {
  if (type === 'gauge') return { set: record }
  if (type === 'rate') return { add: (isHit: unknown) => record(isHit ? 1 : 0) }
  // What is added up, or counted in a histogram, starts at 0.
  const add: Record = (value) => {
    if (value < 0) throw new RangeError(`metrics.${name}: a ${type} takes nothing below 0, and this is ${value}`)
    record(value)
  }
  return { add: type === 'counter' ? (count = 1) => add(count) : add }
}

// What is read is harmless until it is used: whoever awaits, shows or copies an object reads names that it cannot have.
function undeclared(names: readonly string[]): object {
  const known = names.length === 0 ? 'the config declares none' : `declared are ${names.join(', ')}`
  return new Proxy(Object.create(null) as object, {
    get: (_, name) => {
      if (typeof name === 'symbol') return undefined
      const refuse = (): never => {
        throw new TypeError(`metrics.${name}: there is no such metric; ${known}, in "metrics" of the config`)
      }
      return { add: refuse, set: refuse }
    },
  })
}
