import type { JourneyReference, SuiteConfig } from '@benchpress/core'
import { moduleBeside, type ValuesOf } from '@benchpress/core/preset'
import type { ClientIds } from './client-ids.ts'
import { metricsUrlVariable } from './server-counters.ts'

/** The parameters of the test of a bridge. */
export const bridgeParameters = {
  subscribers: { kind: 'count', says: 'connections that are held, each for its ids', default: 2000, isScaled: true },
  ids: { kind: 'count', says: 'ids of each subscriber', default: 5 },
  rate: { kind: 'rate', says: 'messages per second', default: 4000, isScaled: true, setting: 'rate' },
  maxUsers: { kind: 'count', says: 'senders at a time', default: 2000, isScaled: true, setting: 'maxUsers' },
  duration: { kind: 'time', says: 'how long subscribers hold their connections', default: 310, setting: 'duration' },
  churn: { kind: 'share', says: 'how likely a subscriber closes its connection after an event and opens another, 0 to 1', default: 0.01 },
  resume: { kind: 'switch', says: 'subscribers say by last_event_id what they had when they come back, so that nothing is lost' },
  basePath: { kind: 'path', says: 'the path before /events and /message', default: '', setting: 'path' },
  idFormat: { kind: 'word', words: ['any', 'hex64'], says: '"any", or "hex64": 64 hexadecimal digits', default: 'any' },
  ttl: {
    kind: 'count',
    says: 'seconds for which the bridge keeps a message',
    defaultSays: 'none is sent; 300 with hex64, where it is demanded',
  },
  token: { kind: 'secret', says: 'sent as Authorization: Bearer, and shown nowhere' },
  metricsUrl: { kind: 'url', says: "where the bridge's own counters are, in the Prometheus format", defaultSays: '/metrics of the target' },
  seed: { kind: 'count', says: 'what the ids are made from', setting: 'seed' },
} as const

/** The values of the parameters of the test of a bridge. */
export type BridgeValues = ValuesOf<typeof bridgeParameters>

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
            journey: journeyIn('subscriber', { ids, idsOfEach, churn, resume, basePath }),
            workload: { users: subscribers, duration, gracefulStop: partOf(duration, 10) },
            ...(authorization !== undefined && { headers: authorization }),
          },
          senders: {
            journey: journeyIn('sender', { ids, basePath, ttl }),
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
