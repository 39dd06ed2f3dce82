import type { JourneyReference, JourneyScenarioConfig, SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { formatDuration, formatLength, formatRate } from '@benchpress/core/report'
import { onTarget, moduleBeside, type PresetTarget } from '@benchpress/core/preset'
import { accountsVariable, depositVariable } from './journeys/prepare-auctions.ts'
import type { SocketOptions } from './journeys/socket-journeys.ts'
import { auctionMetrics, lengthOf, peakOf, stagesOf, usersOf, type NestjsTest } from './nestjs-tests.ts'

/** How users arrive. */
export interface ArrivalSettings {
  readonly arrivals: 'uniform' | 'poisson'
  /** The most users at a time; `undefined` for all who arrive. */
  readonly maxUsers: number | undefined
}

/** Makes the suite of some tests. */
export function nestjsSuite(target: PresetTarget, tests: readonly NestjsTest[], settings: ArrivalSettings): SuiteConfig {
  // The pause lets the ports of closed connections, and the machine, settle.
  return onTarget({ name: 'nestjs', pause: '3s', tests: tests.map((test) => testOf(test, settings)) }, target)
}

function testOf(test: NestjsTest, settings: ArrivalSettings): SuiteTestConfig {
  const { name, timeout } = test
  return {
    name,
    timeout,
    connectTimeout: timeout,
    metrics: auctionMetrics,
    env: { [accountsVariable]: String(accountsFor(test, settings)), [depositVariable]: String(deposits[name]) },
    scenarios: { [scenarioNames[name]]: scenarioOf(test, settings) },
    thresholds: thresholdsOf(test),
    // Other tests need no plugin.
    ...(name === 'websocket' ? {} : { plugins: [] }),
  }
}

const scenarioNames = { load: 'journeys', websocket: 'sockets', max: 'reads' } as const

// The money of each user before the test: users of the load test pay in themselves.
const deposits = { load: 0, websocket: 100_000, max: 0 } as const

function scenarioOf(test: NestjsTest, { arrivals, maxUsers }: ArrivalSettings): JourneyScenarioConfig {
  const { name, phases, pool, gracefulStop } = test
  return {
    journeys: journeysOf(test),
    workload: { stages: stagesOf(phases), arrivals, maxUsers: maxUsers ?? accountsFor(test, { arrivals }), gracefulStop },
    ...(pool !== undefined && { connections: { pool } }),
    ...(name !== 'websocket' && { headers: { accept: 'application/json' } }),
  }
}

type Journeys = NonNullable<JourneyScenarioConfig['journeys']>

function journeysOf({ name, timeout }: NestjsTest): Journeys {
  switch (name) {
    case 'load':
      return {
        'complete-journey': { journey: journeyIn('load-journeys', 'completeJourney'), weight: 40 },
        'frequent-bidding': { journey: journeyIn('load-journeys', 'frequentBidding'), weight: 30 },
        'fast-bidding': { journey: journeyIn('load-journeys', 'fastBidding'), weight: 20 },
        reading: { journey: journeyIn('load-journeys', 'reading'), weight: 10 },
      }
    case 'websocket': {
      const options: SocketOptions = { timeout }
      return {
        'connection-flow': { journey: journeyIn('socket-journeys', 'connectionFlow', options), weight: 40 },
        'bid-monitoring': { journey: journeyIn('socket-journeys', 'bidMonitoring', options), weight: 30 },
        'socket-bidding': { journey: journeyIn('socket-journeys', 'socketBidding', options), weight: 30 },
      }
    }
    case 'max':
      return { reads: { journey: journeyIn('max-journey', 'reads') } }
  }
}

function thresholdsOf(test: NestjsTest): NonNullable<SuiteTestConfig['thresholds']> {
  const { name, longestP99, mostFailed } = test
  const p99 = `p99 <= ${longestP99}ms`
  return {
    ...(name === 'websocket'
      ? { 'plugin_response_time{plugin:socketio,endpoint:!connect}': p99 }
      : { http_response_time: p99, http_failed: `rate <= ${mostFailed * 100}%` }),
    users_failed: `count <= ${Math.floor(usersOf(test.phases) * mostFailed)}`,
  }
}

/** The number of accounts, one for each user who arrives. */
function accountsFor({ phases }: NestjsTest, { arrivals }: Pick<ArrivalSettings, 'arrivals'>): number {
  const users = usersOf(phases)
  // Random arrivals differ by seed; more than six deviations above the mean arrive once in a billion.
  return Math.max(1, arrivals === 'uniform' ? users : Math.ceil(users + 6 * Math.sqrt(users) + 6))
}

/** The parameters of a test by the names of a report. */
export function nameParameters(
  { phases, pool, gracefulStop }: NestjsTest,
  { arrivals, maxUsers }: ArrivalSettings,
): Readonly<Record<string, string>> {
  return {
    users: String(usersOf(phases)),
    'highest rate': formatRate(peakOf(phases)),
    length: formatDuration(Math.round(lengthOf(phases) * 1e6)),
    arrivals,
    'most users at a time': maxUsers === undefined ? 'all' : String(maxUsers),
    pool: pool === undefined ? 'none' : String(pool),
    'graceful stop': formatLength(gracefulStop),
  }
}

function journeyIn(module: string, name: string, options?: object): JourneyReference {
  const url = moduleBeside(import.meta.url, `./journeys/${module}`)
  return { module: url, export: name, ...(options !== undefined && { options }) }
}
