/** A flag of autocannon or k6, or of a later benchpress, that is refused with a reason rather than as unknown. */
export interface RefusedFlag {
  readonly flags: string
  readonly reason: string
  /** What to use in its place, as a sentence. */
  readonly instead: string
}

/** The flags that are refused by name. */
export const refusedFlags: readonly RefusedFlag[] = [
  {
    flags: '--connectionRate [rate]',
    reason: 'a rate is that of all connections together',
    instead: 'Multiply it by -c, and use -r.',
  },
  { flags: '-C, --ignoreCoordinatedOmission', reason: 'nothing is ever back-filled', instead: 'Leave it out.' },
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
  { flags: '--vus [count]', reason: 'virtual users are called users', instead: 'Use --users.' },
  { flags: '--iterations [count]', reason: 'requests and iterations are counted by one flag', instead: 'Use -n.' },
  {
    flags: '--stages, --stage [stage]',
    reason: 'stages stand in a config',
    instead: 'List them in a benchpress.config.ts, as benchpress init writes it.',
  },
  { flags: '--rps [rate]', reason: 'the rate of requests is --rate here', instead: 'Use it, such as -r 500/s.' },
  { flags: '--on-port', reason: 'a command after -- is always started as the target', instead: 'Leave it out: benchpress URL -- COMMAND.' },
]
