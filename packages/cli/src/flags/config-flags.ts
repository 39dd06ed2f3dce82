import { resolve } from 'node:path'
import type { Settings } from '@benchpress/core/preset'
import type { TlsVersion } from '@benchpress/core'
import {
  flag,
  InvalidFlagError,
  listFlag,
  numberFlag,
  readBinaryFile,
  readNumber,
  readTextFile,
  switchFlag,
  textFlag,
  type FlagsOf,
} from './flag.ts'
import { parseForm, parseHeaders, parseStatuses, parseSweeps, parseThresholds, parseUrls } from './texts.ts'

// Each key is one of `Settings` of core (`config/change/settings.ts`), by which it reaches the config, under its own name or those of `at`. The check of the
// config refuses wrong values.

/** The flags of the load, its length and its timing. */
export const loadFlags = {
  connections: numberFlag('-c, --connections <count>', 'connections, each its own closed loop; with --rate the most users', {
    default: '10, at most -n',
    env: 'BENCHPRESS_CONNECTIONS',
    at: ['connections', 'maxUsers'],
  }),
  users: numberFlag(
    '--users <count>',
    'users in place of connections, each with a connection of its own and one request or journey at a time',
    { env: 'BENCHPRESS_USERS' },
  ),
  rate: textFlag(
    '-r, --rate <rate>',
    'requests or journeys started by the clock, whatever the responses do: 500/s, 0.5/s, 30/m; a bare number is per second',
    { aliases: ['-R, --overallRate <rate>'], env: 'BENCHPRESS_RATE' },
  ),
  maxUsers: numberFlag('--max-users <count>', 'with a rate: users at a time; what is due beyond them is dropped, and counted', {
    default: '1,000',
    env: 'BENCHPRESS_MAX_USERS',
  }),
  arrivals: textFlag<'uniform' | 'poisson'>(
    '--arrivals <kind>',
    'with a rate: "uniform", evenly spaced, or "poisson", independent of each other',
    { default: 'uniform', env: 'BENCHPRESS_ARRIVALS', words: ['uniform', 'poisson'] },
  ),
  pipelining: numberFlag('-p, --pipelining <count>', 'requests in flight on each connection', {
    default: '1',
    env: 'BENCHPRESS_PIPELINING',
  }),
  refill: textFlag<'each' | 'batch'>(
    '--refill <when>',
    'with -p: "each", a request for each response, or "batch", a whole batch when all its responses have come',
    { default: 'each', env: 'BENCHPRESS_REFILL', words: ['each', 'batch'] },
  ),
  duration: textFlag('-d, --duration <time>', 'length of the run; a bare number is seconds', {
    default: '10 s',
    env: 'BENCHPRESS_DURATION',
  }),
  requests: numberFlag(
    '-n, --requests <count>',
    'exactly this number of requests, or iterations of all users, in place of a duration, such as 10k',
    { aliases: ['-a, --amount <count>'], env: 'BENCHPRESS_REQUESTS', at: ['requests', 'iterations'] },
  ),
  warmup: textFlag('-W, --warmup <time>', 'load of the same shape before the run, counted apart', {
    default: 'none',
    env: 'BENCHPRESS_WARMUP',
  }),
  workers: flag(
    '-w, --workers <count>',
    'load threads; "auto" is one for each CPU but one, 0 is the main thread',
    (text) => readNumber(text) as number | 'auto',
    { default: '1', env: 'BENCHPRESS_WORKERS', words: ['auto'] },
  ),
  timing: textFlag<'auto' | 'precise' | 'coarse'>(
    '--timing <kind>',
    'with a rate: "precise", started to the microsecond for more CPU, "coarse", by timers of 1 ms, or "auto", as the target needs',
    { default: 'auto', env: 'BENCHPRESS_TIMING', words: ['auto', 'precise', 'coarse'] },
  ),
  timeout: textFlag('-t, --timeout <time>', 'how long a response may take', { default: '10 s', env: 'BENCHPRESS_TIMEOUT' }),
  connectTimeout: textFlag('--connect-timeout <time>', 'how long opening a connection may take', {
    default: '10 s',
    env: 'BENCHPRESS_CONNECT_TIMEOUT',
  }),
  reconnectAfter: numberFlag('-D, --reconnect-after <count>', 'close and reopen each connection after this number of requests', {
    aliases: ['--reconnectRate <count>'],
  }),
  bailout: numberFlag('-B, --bailout <count>', 'end the test after this number of failed requests'),
  seed: numberFlag('--seed <number>', 'what everything random starts from; the same seed gives the same schedule', {
    default: 'drawn, and reported',
    env: 'BENCHPRESS_SEED',
  }),
}

/** The flags of requests and expected responses. */
export const requestFlags = {
  method: flag('-m, --method <method>', 'HTTP method', (text) => text.toUpperCase(), { default: 'GET, or POST with a body' }),
  headers: listFlag('-H, --header <header>', 'a header as "Name: value" or "Name=value"; may be repeated', parseHeaders, {
    aliases: ['--headers <header>'],
    // Headers are added to those of a config, and named one by one.
    at: [],
  }),
  body: textFlag('-b, --body <text>', 'request body', { isSecret: true }),
  input: flag('-i, --input <file>', 'file with the request body', readBinaryFile),
  form: flag('-F, --form <json>', 'multipart form as JSON, or a JSON file', parseForm, { isSecret: true }),
  uniqueIds: switchFlag('-I, --unique-ids', 'replace each [<id>] in path, headers and body by an id of its own for each request', {
    aliases: ['--idReplacement'],
  }),
  expectBody: textFlag('-E, --expect-body <text>', 'the exact body a response must have to count as ok', {
    aliases: ['--expectBody <text>'],
    at: ['expect.body'],
  }),
  expectStatus: listFlag(
    '--expect-status <status>',
    'the status a response must have to count as ok, or several as 200-299,404',
    parseStatuses,
    { default: '200 to 399', at: ['expect.status'] },
  ),
}

// As curl names them.
const versions = ['1', '1.1', '1.2', '1.3']
const readVersion = (text: string): TlsVersion => (versions.includes(text) ? `TLSv${text}` : text) as TlsVersion

/** The flags of connections. */
export const connectionFlags = {
  insecure: switchFlag('-k, --insecure', 'accept any TLS certificate; the report says so', { env: 'BENCHPRESS_INSECURE' }),
  ca: listFlag('--ca <file>', 'trusted authorities (PEM), in place of the built-in list; may be repeated', (paths, context) =>
    paths.map((path) => readTextFile(path, context)),
  ),
  cert: flag('--cert <file>', "the client's certificate chain (PEM)", readTextFile),
  key: flag('--key <file>', "the client's private key (PEM)", readTextFile),
  servername: textFlag('-s, --servername <name>', 'name for SNI and verification'),
  resume: textFlag<'never' | 'perUser'>('--tls-resume <when>', 'resume earlier TLS sessions: never or perUser', {
    default: 'never',
    words: ['never', 'perUser'],
  }),
  minVersion: flag('--tls-min <version>', 'oldest TLS version that is offered, such as 1.2', readVersion, { words: versions }),
  maxVersion: flag('--tls-max <version>', 'newest TLS version that is offered, such as 1.2', readVersion, { words: versions }),
  ciphers: textFlag('--ciphers <list>', 'cipher suites, as OpenSSL lists them'),
  keyLogFile: flag(
    '--tls-key-log <file>',
    'append the keys of TLS connections to this file, for Wireshark',
    (text, { cwd }) => resolve(cwd, text),
    { env: 'SSLKEYLOGFILE' },
  ),
  maxHeaderSize: numberFlag('--max-header-size <bytes>', 'longest head of a response, in bytes; a longer one is a protocol error', {
    default: '16,384',
  }),
  dns: textFlag<'rotate' | 'first'>(
    '--dns <select>',
    'addresses of the name of the target: "rotate", all that respond in turn, or "first"',
    {
      default: 'rotate',
      words: ['rotate', 'first'],
    },
  ),
  unix: flag('-S, --unix <path>', 'Unix socket to connect to; the URL still gives host and path', (text, { cwd }) => resolve(cwd, text), {
    aliases: ['--socketPath <path>'],
    at: ['unixSocket'],
  }),
}

/** The flags of the suite: its target, repeats, sweep and thresholds. */
export const suiteFlags = {
  url: listFlag(
    '--url <url>',
    'URL of a running target (of several servers, with commas), in place of the target of the config or the preset; name=URL for each variant',
    parseUrls,
    { env: 'BENCHPRESS_URL', at: ['target', 'variants'] },
  ),
  runs: numberFlag('--runs <count>', 'how often the test is repeated', { default: '1', env: 'BENCHPRESS_RUNS', at: ['repeats'] }),
  scale: flag('--scale <factor>', 'multiplies connections, users, rates and counts, after the other flags; never times', parseScale, {
    env: 'BENCHPRESS_SCALE',
  }),
  startTimeout: textFlag('--start-timeout <time>', 'how long a command that is started as the target may take until it responds', {
    default: '30 s',
    at: ['target.startTimeout'],
  }),
  title: textFlag('-T, --title <text>', 'name of the test in the results', { at: ['name'] }),
  sweep: listFlag('--sweep <parameter=values>', 'run the test once with each value of one parameter, such as users=10,20,40', parseSweeps),
  thresholds: listFlag(
    '--threshold <condition>',
    'what must hold in each test, such as "p95 < 200ms" or "http_failed rate < 1%"; exit code 99 where it does not',
    parseThresholds,
  ),
}

/** The flags of every command that change what is run. */
export const flagsOfSettings = { ...loadFlags, ...requestFlags, ...connectionFlags, ...suiteFlags } satisfies FlagsOf<Settings>

function parseScale(text: string): number {
  const scale = Number(text)
  if (text.trim() === '' || !Number.isFinite(scale) || scale <= 0)
    throw new InvalidFlagError('must be a number greater than 0, such as 0.5')
  return scale
}

/** The flags of a search: the figure that is searched, and the conditions it must keep. */
export const findFlags = {
  find: flag(
    '--find <what>',
    '"max-rate": search the highest rate that keeps the --slo, from -r on (100/s without it), in steps as long as -d says',
    parseFind,
    { words: ['max-rate'] },
  ),
  slo: textFlag('--slo <conditions>', 'with --find: what must hold, such as "p99 < 50ms, error < 0.1%"'),
}

function parseFind(text: string): string {
  if (text !== 'max-rate') throw new InvalidFlagError('must be max-rate')
  return text
}
