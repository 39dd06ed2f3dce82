const closedModel = 'this release has closed models only: each connection starts a request when its last one ended'

/** A flag of autocannon, or of a later benchpress, that is refused with a reason rather than as unknown. */
export interface RefusedFlag {
  readonly flags: string
  readonly reason: string
  /** What to use in its place, as a sentence. */
  readonly instead: string
}

/** The flags that are refused by name. */
export const refusedFlags: readonly RefusedFlag[] = [
  { flags: '-r, --rate [rate]', reason: closedModel, instead: 'Use -c and -p to set how many requests are in flight.' },
  { flags: '--connectionRate [rate]', reason: closedModel, instead: 'Use -c and -p to set how many requests are in flight.' },
  { flags: '-R, --overallRate [rate]', reason: closedModel, instead: 'Use -c and -p to set how many requests are in flight.' },
  { flags: '-C, --ignoreCoordinatedOmission', reason: closedModel, instead: 'Leave it out: nothing is back-filled.' },
  { flags: '-O, --maxOverallRequests [count]', reason: 'there is one way to end by count', instead: 'Use -n.' },
  {
    flags: '-M, --maxConnectionRequests [count]',
    reason: 'requests are shared by all connections',
    instead: 'Use -n for all of them together.',
  },
  { flags: '-L, --sampleInt [ms]', reason: 'samples are taken once per second', instead: 'Leave it out.' },
  { flags: '-f, --forever', reason: 'a test has an end', instead: 'Use a long -d, such as 24h.' },
  { flags: '-x, --excludeErrorStats', reason: 'requests that failed are always counted apart', instead: 'Leave it out.' },
  { flags: '--har [file]', reason: 'HAR files are not supported', instead: 'List the requests in a benchpress.config.ts.' },
  { flags: '--on-port', reason: 'a command after -- is always started as the target', instead: 'Leave it out: benchpress URL -- COMMAND.' },
  { flags: '--seed [number]', reason: 'nothing in a closed model is random', instead: 'Leave it out.' },
]
