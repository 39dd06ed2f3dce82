import type { JourneyReference, SuiteConfig } from '@benchpress/core'
import { moduleBeside } from '@benchpress/core/preset'
import type { BridgeValues } from './bridge-parameters.ts'
import type { ClientIds } from './client-ids.ts'
import type { BridgeSenderOptions } from './sender.ts'
import { metricsUrlVariable } from './server-counters.ts'
import type { SubscriberOptions } from './subscriber.ts'

// A bridge that demands ids of 64 digits also demands a ttl of at most this number of seconds.
const ttlOfHex64 = 300

/** Makes the test of a bridge: subscribers who hold their connections, and senders by the clock. */
export function bridgeSuite(values: BridgeValues): SuiteConfig {
  const { subscribers, ids: idsOfEach, duration, churn, resume, idFormat: format, token, metricsUrl } = values
  const seed = values.seed ?? Math.floor(Math.random() * 2 ** 31)
  const basePath = values.basePath.replace(/\/+$/, '')
  const ids: ClientIds = { seed, count: subscribers * idsOfEach, format }
  const ttl = values.ttl ?? (format === 'hex64' ? ttlOfHex64 : undefined)
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const lead = partOf(duration, 5)
  return {
    name: 'bridge',
    tests: [
      {
        name: 'bridge',
        seed,
        ...(metricsUrl !== undefined && { env: { [metricsUrlVariable]: metricsUrl } }),
        ...(token !== undefined && { secrets: { BRIDGE_TOKEN: token } }),
        // The published run counts correct responses, and none was wrong.
        thresholds: { checks: 'rate >= 99%' },
        scenarios: {
          subscribers: {
            journey: journeyIn('subscriber', { ids, idsOfEach, churn, resume, basePath } satisfies SubscriberOptions),
            workload: { users: subscribers, duration, gracefulStop: partOf(duration, 10) },
            ...(authorization !== undefined && { headers: authorization }),
          },
          senders: {
            journey: journeyIn('sender', { ids, basePath, ttl } satisfies BridgeSenderOptions),
            workload: {
              rate: values.rate,
              duration: roundMilliseconds(duration - 2 * lead),
              maxUsers: values.maxUsers,
              // As in k6, a free sender is used before a new one is created, and keeps its connection.
              reuseUsers: true,
              gracefulStop: 30,
            },
            startAfter: lead,
            headers: { 'content-type': 'text/plain', ...authorization },
          },
        },
      },
    ],
  }
}

// Scales a time of the documented stagger: at least 2 s or a tenth of the run, since connections need time to open, and messages to arrive.
function partOf(duration: number, documented: number): number {
  return roundMilliseconds(Math.max((documented * duration) / 310, Math.min(2, duration / 10)))
}

function roundMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

function journeyIn(name: string, options: object): JourneyReference {
  return { module: moduleBeside(import.meta.url, `./${name}`), export: name, options }
}
