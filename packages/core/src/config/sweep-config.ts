/** A value of a parameter that is swept. */
export type SweepValue = number | string

/**
 * One parameter with its values: the test is run once with each of them.
 *
 * A parameter of workloads by its name, such as `users` or `rate`, is that of each scenario whose workload has it; any other by its path,
 * such as `scenarios.reads.workload.users` or `env.VALUE_SIZE`.
 */
export type SweepConfig = Readonly<Record<string, readonly SweepValue[]>>
