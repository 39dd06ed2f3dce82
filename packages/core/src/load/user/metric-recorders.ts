import type { Clock } from '../../base/clock/clock.ts'
import type { OwnMetric, MetricDefinition, MetricDefinitions, MetricType } from '../../measure/recorder/own-metric.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import { holds, letGo } from './condition.ts'

// The value of a metric's tag.
type Tag<Definition extends MetricDefinition> = Definition extends { readonly by: string } ? [tag: string] : []

/** The recorder of one metric, whose methods take the value of its tag if it has one; for an unknown type, it has all methods. */
export type MetricRecorder<Definition extends MetricDefinition> = MetricType extends Definition['type']
  ? { add(value?: unknown, tag?: string): void; set(value: number, tag?: string): void }
  : Definition['type'] extends 'counter'
    ? { add(...count: Definition extends { readonly by: string } ? [count: number, tag: string] : [count?: number]): void }
    : Definition['type'] extends 'gauge'
      ? { set(value: number, ...tag: Tag<Definition>): void }
      : Definition['type'] extends 'rate'
        ? { add(isHit: unknown, ...tag: Tag<Definition>): void }
        : { add(value: number, ...tag: Tag<Definition>): void }

/** A recorder for each metric, typed from its declaration. */
export type MetricRecorders<Definitions extends MetricDefinitions> = {
  readonly [Name in keyof Definitions]: MetricRecorder<Definitions[Name]>
}

/**
 * Creates the recorders of a scenario's own metrics, which all its users on one thread share.
 *
 * Using an undeclared metric throws an error that lists the declared ones.
 *
 * @param plugin the name of the plugin that declares the metrics; default the config
 */
export function createMetricRecorders(
  definitions: MetricDefinitions,
  recorder: Pick<UserRecorder, 'ownMetric'>,
  clock: Clock,
  plugin?: string,
): MetricRecorders<MetricDefinitions> {
  // Only an undeclared name reaches the prototype, so declared metrics cost no trap.
  const recorders = Object.create(undeclared(Object.keys(definitions), plugin)) as { [name: string]: unknown }
  for (const [name, definition] of Object.entries(definitions)) {
    recorders[name] = createRecorder(name, definition, recorder.ownMetric(name), clock)
  }
  return Object.freeze(recorders) as MetricRecorders<MetricDefinitions>
}

// A metric is looked up once, and not for each value.
function createRecorder(name: string, { type }: MetricDefinition, metric: OwnMetric, clock: Clock): object {
  const record = (value: number, tag?: string): void => {
    letGo(value)
    metric.record(value, clock.now(), tag)
  }
  if (type === 'gauge') return { set: record }
  if (type === 'rate') return { add: (isHit: unknown, tag?: string) => record(holds(isHit, `metrics.${name}.add`) ? 1 : 0, tag) }
  // Values of counters and histograms start at 0.
  const add = (value: number, tag?: string): void => {
    if (value < 0) throw new RangeError(`metrics.${name}: a ${type} takes nothing below 0, and this is ${value}`)
    record(value, tag)
  }
  return { add: type === 'counter' ? (count = 1, tag?: string) => add(count, tag) : add }
}

// Reading an undeclared name is harmless until it is used: code that awaits, prints or copies an object reads names that the object does not have.
function undeclared(names: readonly string[], plugin: string | undefined): object {
  const [where, owner] = plugin === undefined ? ['"metrics" of the config', 'the config'] : [`"metrics" of plugin ${plugin}`, 'it']
  const known = names.length === 0 ? `${owner} declares none` : `declared are ${names.join(', ')}`
  return new Proxy(Object.create(null) as object, {
    get: (_, name) => {
      if (typeof name === 'symbol') return undefined
      const refuse = (): never => {
        throw new TypeError(`metrics.${name}: there is no such metric; ${known}, in ${where}`)
      }
      return { add: refuse, set: refuse }
    },
  })
}
