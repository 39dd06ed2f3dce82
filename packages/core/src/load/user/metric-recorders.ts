import type { MetricDefinition, MetricDefinitions, MetricType } from '../../model/metrics/metric-definition.ts'

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
