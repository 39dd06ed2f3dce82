/**
 * Which part of a workload one thread does.
 *
 * Users and arrivals are numbered over the whole test; a thread does those whose number leaves the remainder `worker` when it is divided by
 * `workers`. So the schedule is the same for any number of threads.
 */
export interface Part {
  readonly worker: number
  readonly workers: number
}
