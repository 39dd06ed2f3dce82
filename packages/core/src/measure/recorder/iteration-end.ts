/** How an iteration, or a user, ended. */
export type IterationEnd = 'completed' | 'failed' | 'aborted'
