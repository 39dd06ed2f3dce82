import type { MetricDefinition, MetricDefinitions, MetricType } from '../metrics/metric-definition.ts'

/** Records values of one metric; where its type is not known, in each way there is. */
export type MetricRecorder<Definition extends MetricDefinition> = MetricType extends Definition['type']
  ? { add(value?: unknown): void; set(value: number): void }
  : Definition['type'] extends 'counter'
    ? { add(count?: number): void }
    : Definition['type'] extends 'gauge'
      ? { set(value: number): void }
      : Definition['type'] extends 'rate'
        ? { add(isHit: unknown): void }
        : { add(value: number): void }

/** A recorder for each metric, typed from its declaration. */
export type MetricRecorders<Definitions extends MetricDefinitions> = {
  readonly [Name in keyof Definitions]: MetricRecorder<Definitions[Name]>
}
