/** Which point of a sweep a test is. */
export interface SweepPoint {
  /** Name of the test whose parameter is swept. */
  readonly of: string
  /** The parameter as it was written, such as `users` or `env.VALUE_SIZE`. */
  readonly parameter: string
  /** Its value in this test. */
  readonly value: number | string
}

/** How a point is shown: the last part of the parameter and its value, such as `users=10`. */
export function labelOfPoint({ parameter, value }: Pick<SweepPoint, 'parameter' | 'value'>): string {
  return `${parameter.slice(parameter.lastIndexOf('.') + 1)}=${value}`
}
