import { InvalidFlagError, last, parseCount, parseTime, parseWord, type FlagsOf } from '@benchpress/core/preset'
import { parseRate } from '@benchpress/core/report'

/** How much load, for how long; each replaces the config's or the preset's. */
export interface LoadSettings {
  readonly connections: number | undefined
  readonly users: number | undefined
  /** Such as `500/s`. */
  readonly rate: string | undefined
  readonly maxUsers: number | undefined
  readonly arrivals: 'uniform' | 'poisson' | undefined
  readonly pipelining: number | undefined
  readonly refill: 'each' | 'batch' | undefined
  readonly duration: string | undefined
  readonly requests: number | undefined
  readonly warmup: string | undefined
  readonly workers: number | 'auto' | undefined
  readonly timing: 'auto' | 'precise' | 'coarse' | undefined
  readonly timeout: string | undefined
  readonly connectTimeout: string | undefined
  readonly reconnectAfter: number | undefined
  readonly bailout: number | undefined
  readonly seed: number | undefined
}

/** The flags of {@link LoadSettings}. */
export const loadFlags: FlagsOf<LoadSettings> = {
  connections: {
    flags: '-c, --connections <count>',
    description: 'connections, each its own closed loop; with --rate the most users',
    default: '10',
    env: 'BENCHPRESS_CONNECTIONS',
    parse: last((text) => parseCount(text)),
  },
  users: {
    flags: '--users <count>',
    description: 'users in place of connections, each with a connection of its own and one request or journey at a time',
    env: 'BENCHPRESS_USERS',
    parse: last((text) => parseCount(text)),
  },
  rate: {
    flags: '-r, --rate <rate>',
    description: 'requests or journeys started by the clock, whatever the responses do: 500/s, 0.5/s, 30/m; a bare number is per second',
    aliases: ['-R, --overallRate <rate>'],
    env: 'BENCHPRESS_RATE',
    parse: last(readRate),
  },
  maxUsers: {
    flags: '--max-users <count>',
    description: 'with a rate: users at a time; what is due beyond them is dropped, and counted',
    default: '1,000',
    env: 'BENCHPRESS_MAX_USERS',
    parse: last((text) => parseCount(text)),
  },
  arrivals: {
    flags: '--arrivals <kind>',
    description: 'with a rate: "uniform", evenly spaced, or "poisson", independent of each other',
    default: 'uniform',
    env: 'BENCHPRESS_ARRIVALS',
    parse: last((text) => parseWord(text, ['uniform', 'poisson'])),
  },
  pipelining: {
    flags: '-p, --pipelining <count>',
    description: 'requests in flight on each connection',
    default: '1',
    env: 'BENCHPRESS_PIPELINING',
    parse: last((text) => parseCount(text)),
  },
  refill: {
    flags: '--refill <when>',
    description: 'with -p: "each", a request for each response, or "batch", a whole batch when all its responses have come',
    default: 'each',
    env: 'BENCHPRESS_REFILL',
    parse: last((text) => parseWord(text, ['each', 'batch'])),
  },
  duration: {
    flags: '-d, --duration <time>',
    description: 'length of the run; a bare number is seconds',
    default: '10 s',
    env: 'BENCHPRESS_DURATION',
    parse: last((text) => parseTime(text, 'refuse-zero')),
  },
  requests: {
    flags: '-n, --requests <count>',
    description: 'exactly this number of requests, or iterations of all users, in place of a duration, such as 10k',
    aliases: ['-a, --amount <count>'],
    env: 'BENCHPRESS_REQUESTS',
    parse: last((text) => parseCount(text)),
  },
  warmup: {
    flags: '-W, --warmup <time>',
    description: 'load of the same shape before the run, counted apart',
    default: 'none',
    env: 'BENCHPRESS_WARMUP',
    parse: last((text) => parseTime(text, 'allow-zero')),
  },
  workers: {
    flags: '-w, --workers <count>',
    description: 'load threads; "auto" is one for each CPU but one, 0 is the main thread',
    default: '1',
    env: 'BENCHPRESS_WORKERS',
    parse: last((text) => (text === 'auto' ? text : parseCount(text, 0))),
  },
  timing: {
    flags: '--timing <kind>',
    description:
      'with a rate: "precise", started to the microsecond for more CPU, "coarse", by timers of 1 ms, or "auto", as the target needs',
    default: 'auto',
    env: 'BENCHPRESS_TIMING',
    parse: last((text) => parseWord(text, ['auto', 'precise', 'coarse'])),
  },
  timeout: {
    flags: '-t, --timeout <time>',
    description: 'how long a response may take',
    default: '10 s',
    env: 'BENCHPRESS_TIMEOUT',
    parse: last((text) => parseTime(text, 'refuse-zero')),
  },
  connectTimeout: {
    flags: '--connect-timeout <time>',
    description: 'how long opening a connection may take',
    default: '10 s',
    env: 'BENCHPRESS_CONNECT_TIMEOUT',
    parse: last((text) => parseTime(text, 'refuse-zero')),
  },
  reconnectAfter: {
    flags: '-D, --reconnect-after <count>',
    description: 'close and reopen each connection after this number of requests',
    aliases: ['--reconnectRate <count>'],
    parse: last((text) => parseCount(text)),
  },
  bailout: {
    flags: '-B, --bailout <count>',
    description: 'end the test after this number of failed requests',
    parse: last((text) => parseCount(text)),
  },
  seed: {
    flags: '--seed <number>',
    description: 'what everything random starts from; the same seed gives the same schedule',
    default: 'drawn, and reported',
    env: 'BENCHPRESS_SEED',
    parse: last((text) => parseCount(text, 0)),
  },
}

// What it says is checked, and kept.
function readRate(text: string): string {
  const perSecond = parseRate(text)
  if (perSecond === undefined) throw new InvalidFlagError('must be a rate such as 500 (per second), 500/s, 0.5/s or 30/m')
  if (perSecond === 0) throw new InvalidFlagError('must be greater than 0')
  return text
}
