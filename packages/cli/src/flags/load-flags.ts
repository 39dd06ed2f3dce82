import { countFlag, flag, InvalidFlagError, parseCount, parseTime, timeFlag, wordFlag } from '@benchpress/core/preset'
import type { FlagsOf, LoadSettings } from '@benchpress/core/preset'
import { parseRate } from '@benchpress/core/report'

/** The flags of {@link LoadSettings}. */
export const loadFlags: FlagsOf<LoadSettings> = {
  connections: countFlag('-c, --connections <count>', 'connections, each its own closed loop; with --rate the most users', {
    default: '10, at most -n',
    env: 'BENCHPRESS_CONNECTIONS',
  }),
  users: countFlag(
    '--users <count>',
    'users in place of connections, each with a connection of its own and one request or journey at a time',
    { env: 'BENCHPRESS_USERS' },
  ),
  rate: flag(
    '-r, --rate <rate>',
    'requests or journeys started by the clock, whatever the responses do: 500/s, 0.5/s, 30/m; a bare number is per second',
    readRate,
    { aliases: ['-R, --overallRate <rate>'], env: 'BENCHPRESS_RATE' },
  ),
  maxUsers: countFlag('--max-users <count>', 'with a rate: users at a time; what is due beyond them is dropped, and counted', {
    default: '1,000',
    env: 'BENCHPRESS_MAX_USERS',
  }),
  arrivals: wordFlag(
    '--arrivals <kind>',
    'with a rate: "uniform", evenly spaced, or "poisson", independent of each other',
    ['uniform', 'poisson'],
    { default: 'uniform', env: 'BENCHPRESS_ARRIVALS' },
  ),
  pipelining: countFlag('-p, --pipelining <count>', 'requests in flight on each connection', {
    default: '1',
    env: 'BENCHPRESS_PIPELINING',
  }),
  refill: wordFlag(
    '--refill <when>',
    'with -p: "each", a request for each response, or "batch", a whole batch when all its responses have come',
    ['each', 'batch'],
    { default: 'each', env: 'BENCHPRESS_REFILL' },
  ),
  duration: timeFlag('-d, --duration <time>', 'length of the run; a bare number is seconds', {
    default: '10 s',
    env: 'BENCHPRESS_DURATION',
  }),
  requests: countFlag(
    '-n, --requests <count>',
    'exactly this number of requests, or iterations of all users, in place of a duration, such as 10k',
    { aliases: ['-a, --amount <count>'], env: 'BENCHPRESS_REQUESTS' },
  ),
  warmup: flag('-W, --warmup <time>', 'load of the same shape before the run, counted apart', (text) => parseTime(text, 'allow-zero'), {
    default: 'none',
    env: 'BENCHPRESS_WARMUP',
  }),
  workers: flag('-w, --workers <count>', 'load threads; "auto" is one for each CPU but one, 0 is the main thread', readWorkers, {
    default: '1',
    env: 'BENCHPRESS_WORKERS',
    words: ['auto'],
  }),
  timing: wordFlag(
    '--timing <kind>',
    'with a rate: "precise", started to the microsecond for more CPU, "coarse", by timers of 1 ms, or "auto", as the target needs',
    ['auto', 'precise', 'coarse'],
    { default: 'auto', env: 'BENCHPRESS_TIMING' },
  ),
  timeout: timeFlag('-t, --timeout <time>', 'how long a response may take', { default: '10 s', env: 'BENCHPRESS_TIMEOUT' }),
  connectTimeout: timeFlag('--connect-timeout <time>', 'how long opening a connection may take', {
    default: '10 s',
    env: 'BENCHPRESS_CONNECT_TIMEOUT',
  }),
  reconnectAfter: countFlag('-D, --reconnect-after <count>', 'close and reopen each connection after this number of requests', {
    aliases: ['--reconnectRate <count>'],
  }),
  bailout: countFlag('-B, --bailout <count>', 'end the test after this number of failed requests'),
  seed: countFlag('--seed <number>', 'what everything random starts from; the same seed gives the same schedule', {
    least: 0,
    default: 'drawn, and reported',
    env: 'BENCHPRESS_SEED',
  }),
}

function readWorkers(text: string): number | 'auto' {
  if (text === 'auto') return text
  if (!/\d/.test(text)) throw new InvalidFlagError('must be a whole number of at least 0, or auto')
  return parseCount(text, 0)
}

// The rate is checked, and kept as it was written.
function readRate(text: string): string {
  const perSecond = parseRate(text)
  if (perSecond === undefined) throw new InvalidFlagError('must be a rate such as 500 (per second), 500/s, 0.5/s or 30/m')
  if (perSecond === 0) throw new InvalidFlagError('must be greater than 0')
  return text
}
