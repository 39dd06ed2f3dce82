import type { Clock } from '../../base/clock/clock.ts'
import type { OwnMetric, MetricDefinition, MetricDefinitions, MetricType } from '../../measure/recorder/own-metric.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'

// The value of the tag that a metric is kept by.
type Tag<Definition extends MetricDefinition> = Definition extends { readonly by: string } ? [tag: string] : []

/** Records values of one metric, with the value of its tag where it is kept by one; where its type is not known, in each way there is. */
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
 * Using one that is not declared throws an error that lists those that are.
 *
 * @param plugin the one that declares the metrics; without it the config does
 */
export function createMetricRecorders(
  definitions: MetricDefinitions,
  recorder: Pick<UserRecorder, 'ownMetric'>,
  clock: Clock,
  plugin?: string,
): MetricRecorders<MetricDefinitions> {
  // Only a name that is not declared reaches the prototype, so a metric that is costs no trap.
  const recorders = Object.create(undeclared(Object.keys(definitions), plugin)) as { [name: string]: unknown }
  for (const [name, definition] of Object.entries(definitions)) {
    recorders[name] = createRecorder(name, definition, recorder.ownMetric(name), clock)
  }
  return Object.freeze(recorders) as MetricRecorders<MetricDefinitions>
}

// A metric is looked up here, once, and not for each value.
function createRecorder(name: string, { type }: MetricDefinition, metric: OwnMetric, clock: Clock): object {
  if (type === 'gauge') return { set: (value: number, tag?: string) => metric.record(value, clock.now(), tag) }
  if (type === 'rate') return { add: (isHit: unknown, tag?: string) => metric.record(isHit ? 1 : 0, clock.now(), tag) }
  // What is added up, or counted in a histogram, starts at 0.
  const add = (value: number, tag?: string): void => {
    if (value < 0) throw new RangeError(`metrics.${name}: a ${type} takes nothing below 0, and this is ${value}`)
    metric.record(value, clock.now(), tag)
  }
  return { add: type === 'counter' ? (count = 1, tag?: string) => add(count, tag) : add }
}

// What is read is harmless until it is used: code that awaits, shows or copies an object reads names that it cannot have.
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
