import type { JourneyReference, SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { formatLength, formatRate } from '@benchpress/core/report'
import { onTarget, moduleBeside, type PresetTarget } from '@benchpress/core/preset'
import type { BridgeParameters } from './bridge-parameters.ts'
import type { ClientIds } from './client-ids.ts'
import type { SenderOptions } from './sender.ts'
import { metricsUrlVariable } from './server-counters.ts'
import type { SubscriberOptions } from './subscriber.ts'

/** Makes the test of a bridge: subscribers who hold their connections, and senders by the clock. */
export function bridgeSuite(target: PresetTarget, parameters: BridgeParameters): SuiteConfig {
  const { subscribers, ids: idsOfEach, churn, resume, basePath, idFormat: format, ttl, token, metricsUrl, seed } = parameters
  const ids: ClientIds = { seed, count: subscribers * idsOfEach, format }
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const test: SuiteTestConfig = {
    name: 'bridge',
    seed,
    ...(metricsUrl !== undefined && { env: { [metricsUrlVariable]: metricsUrl } }),
    ...(token !== undefined && { secrets: { BRIDGE_TOKEN: token } }),
    // The published run counts correct responses, and none was wrong.
    thresholds: { checks: 'rate >= 99%' },
    scenarios: {
      subscribers: {
        journey: journeyIn('subscriber', { ids, idsOfEach, churn, resume, basePath } satisfies SubscriberOptions),
        workload: { users: subscribers, duration: parameters.subscribersFor, gracefulStop: parameters.subscribersStop },
        ...(authorization !== undefined && { headers: authorization }),
      },
      senders: {
        journey: journeyIn('sender', { ids, basePath, ttl } satisfies SenderOptions),
        workload: {
          rate: parameters.rate,
          duration: parameters.sendersFor,
          arrivals: parameters.arrivals,
          maxUsers: parameters.mostSenders,
          // As in k6, a free sender is used before a new one is created, and keeps its connection.
          reuseUsers: true,
          gracefulStop: parameters.sendersStop,
        },
        startAfter: parameters.sendersAfter,
        headers: { 'content-type': 'text/plain', ...authorization },
      },
    },
  }
  return onTarget({ name: 'bridge', tests: [test] }, target)
}

/** The parameters of a test of a bridge by the names of a report. */
export function nameParameters(parameters: BridgeParameters): Readonly<Record<string, string>> {
  const { subscribers, ids, rate, mostSenders, arrivals, churn, resume, basePath, idFormat, ttl, token } = parameters
  return {
    subscribers: String(subscribers),
    'ids of each': String(ids),
    rate: formatRate(rate),
    'most senders': String(mostSenders),
    arrivals,
    churn: String(churn),
    resume: resume ? 'last_event_id' : 'none',
    'base path': basePath === '' ? 'none' : basePath,
    'id format': idFormat,
    ttl: ttl === undefined ? 'none' : String(ttl),
    token: token === undefined ? 'none' : 'given',
    duration: formatLength(parameters.subscribersFor),
    'senders start after': formatLength(parameters.sendersAfter),
    'senders last': formatLength(parameters.sendersFor),
    'graceful stop of subscribers': formatLength(parameters.subscribersStop),
  }
}

function journeyIn(name: string, options: object): JourneyReference {
  return { module: moduleBeside(import.meta.url, `./${name}`), export: name, options }
}
