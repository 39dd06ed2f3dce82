import type { JourneyScenarioConfig, SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { moduleBeside, usageError, type ValuesOf, type WantedSuite } from '@benchpress/core/preset'
import { accountsVariable, tokensVariable } from './journeys/auctions.ts'
import { auctionMetrics } from './journeys/bidding.ts'
import { readTokens } from './read-tokens.ts'
import { adaptPhases, fivePhases, maxPhases, profiles, stagesOf, usersOf } from './nestjs-phases.ts'

/** The parameters of the three tests. */
export const nestjsParameters = {
  profile: {
    kind: 'word',
    words: ['smoke', 'load', 'stress', 'soak'],
    says: 'arrivals of another length and rate for load and websocket, as published',
    defaultSays: 'the five documented phases',
  },
  scale: { kind: 'number', says: 'factor of the users per second', default: 1, setting: 'scale' },
  duration: { kind: 'time', says: 'how long users arrive', defaultSays: '2m20s (1m30s for max)', setting: 'duration' },
  arrivals: { kind: 'word', words: ['uniform', 'poisson'], says: 'how users arrive', default: 'uniform', setting: 'arrivals' },
  maxUsers: { kind: 'count', says: 'most users at a time', defaultSays: 'all who arrive', isScaled: true, setting: 'maxUsers' },
  tokens: { kind: 'file', says: 'CSV with the token of each user in its first column, for a service without POST /api/auth/login' },
  jwtSecret: { kind: 'secret', says: 'signs tokens for the users whose ids are in the first column of --tokens' },
  timeout: { kind: 'time', says: 'the longest wait for a response', defaultSays: '10s (30s for max)', setting: 'timeout' },
} as const

/** The values of the parameters of the three tests. */
export type NestjsValues = ValuesOf<typeof nestjsParameters>

// Graceful stops are longer than any session: 10.5 s, 60 s, and for the maximum until all users, of whom more arrive than are served at once, are done.
const tests = {
  load: {
    scenario: 'journeys',
    phases: fivePhases,
    timeout: 10,
    pool: 100,
    p99: 'p99 <= 2000ms',
    mostFailed: 0.1,
    gracefulStop: 60,
    journeys: { completeJourney: 40, frequentBidding: 30, fastBidding: 20, reading: 10 },
  },
  websocket: {
    scenario: 'sockets',
    phases: fivePhases,
    timeout: 10,
    pool: undefined,
    p99: 'p99 <= 2000ms',
    mostFailed: 0.1,
    gracefulStop: 90,
    journeys: { connectionFlow: 40, bidMonitoring: 30, socketBidding: 30 },
  },
  max: {
    scenario: 'reads',
    phases: maxPhases,
    timeout: 30,
    pool: 300,
    p99: 'p99 <= 5000ms',
    mostFailed: 0.15,
    gracefulStop: 900,
    journeys: { reads: 100 },
  },
} as const

type TestName = keyof typeof tests

/**
 * Makes the suite of the three tests, or of one of them.
 *
 * @throws UsageError for a profile of the maximum test, whose published file has none
 */
export function nestjsSuite({ own, part }: Pick<WantedSuite<NestjsValues>, 'own' | 'part'>): SuiteConfig {
  if (own.profile !== undefined && part === 'max')
    throw usageError(`--profile ${own.profile}: the maximum test has no profiles`, 'Give --scale, or -d for shorter phases.')
  const names = (Object.keys(tests) as readonly TestName[]).filter((name) => name === (part ?? name))
  const chosen = own.profile === undefined ? names : names.filter((name) => name !== 'max')
  // The pause lets the ports of closed connections, and the machine, settle.
  return { name: 'nestjs', pause: '3s', tests: chosen.map((name) => testOf(name, own)) }
}

function testOf(name: TestName, { profile, scale, duration, arrivals, ...own }: NestjsValues): SuiteTestConfig {
  const { scenario, phases: documented, pool, p99, mostFailed, gracefulStop } = tests[name]
  const phases = adaptPhases(profile === undefined ? documented : profiles[profile], scale, duration)
  const users = usersOf(phases)
  // Random arrivals differ by seed; more than six deviations above the mean arrive once in a billion.
  const accounts = arrivals === 'uniform' ? users : Math.ceil(users + 6 * Math.sqrt(users) + 6)
  const timeout = own.timeout ?? tests[name].timeout
  return {
    name,
    timeout,
    connectTimeout: timeout,
    metrics: auctionMetrics,
    env: { [accountsVariable]: String(accounts) },
    ...secretsOf(own, name, accounts),
    scenarios: {
      [scenario]: {
        journeys: journeysOf(name, timeout),
        workload: { stages: stagesOf(phases), arrivals, maxUsers: own.maxUsers ?? accounts, gracefulStop },
        headers: { accept: 'application/json' },
        ...(pool !== undefined && { connections: { pool } }),
      },
    },
    thresholds: {
      ...(name === 'websocket'
        ? { 'plugin_response_time{plugin:socketio,endpoint:!connect}': p99 }
        : { http_response_time: p99, http_failed: `rate <= ${mostFailed * 100}%` }),
      // Bids are what these two tests are about: without an accepted one, a test is invalid.
      ...(name !== 'max' && { 'checks{check:bid accepted}': 'rate > 0%' }),
      users_failed: `count <= ${Math.floor(users * mostFailed)}`,
    },
    // Other tests need no plugin.
    ...(name === 'websocket' ? {} : { plugins: [] }),
  }
}

function secretsOf(
  { tokens: csv, jwtSecret }: Pick<NestjsValues, 'tokens' | 'jwtSecret'>,
  name: TestName,
  users: number,
): Pick<SuiteTestConfig, 'secrets'> {
  if (csv === undefined && jwtSecret === undefined) return {}
  if (csv === undefined)
    throw usageError('--jwt-secret: the ids of users are missing', 'Give --tokens FILE with the id of a user in each line.')
  const tokens = readTokens(csv, jwtSecret)
  if (tokens.length < users)
    throw usageError(
      `--tokens: ${tokens.length} users are too few for the ${users} of ${name}`,
      'Give a longer file, or --scale for fewer users.',
    )
  return { secrets: { [tokensVariable]: tokens.slice(0, users).join('\n') } }
}

// Each journey is an export of its module; `completeJourney` is `complete-journey` in reports.
function journeysOf(name: TestName, timeout: number): NonNullable<JourneyScenarioConfig['journeys']> {
  const module = moduleBeside(import.meta.url, name === 'websocket' ? './journeys/socket-journeys' : './journeys/http-journeys')
  return Object.fromEntries(
    Object.entries(tests[name].journeys).map(([journey, weight]) => [
      journey.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      { journey: { module, export: journey, ...(name === 'websocket' && { options: { timeout } }) }, weight },
    ]),
  )
}
