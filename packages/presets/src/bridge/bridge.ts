import type * as ExampleBridge from '@benchpress/example-bridge'
import { definePreset, given, type Preset } from '@benchpress/core/preset'
import { bridgeParameters, bridgeSuite, type BridgeValues } from './bridge-suite.ts'
import { bridgeClaims } from './bridge-claims.ts'
import { bridgeCorrections, bridgeTables } from './documented-bridge.ts'
import { collectReadings, type ServerReading } from './server-counters.ts'

const bySubscribers = 'Give --subscribers, or --max-users for the senders.'

/** The load test of a TON Connect bridge: 2,000 open connections, and messages to their clients. */
export const bridge: Preset<BridgeValues, readonly ServerReading[]> = definePreset<BridgeValues, readonly ServerReading[]>({
  name: 'bridge',
  title: 'TON Connect bridge: 2,000 subscribers with 5 ids each, 4,000 messages/s from 5 s on for 5 min, 1 % churn per event',
  source: {
    url: 'https://github.com/meh-/ton-connect-bridge-rs',
    commit: '2a84e9b',
    tool: 'k6 with xk6-sse',
    machine: "a developer's laptop, in Docker with 2 virtual CPUs and 6 GB (its model was not published)",
  },
  parameters: bridgeParameters,
  url: 'http://localhost:3000',
  unfit: [
    { key: 'connections', because: 'a subscriber holds one connection, a sender has one of its own', hint: bySubscribers },
    { key: 'users', because: 'there are subscribers and senders', hint: bySubscribers },
    { key: 'pipelining', because: 'a sender has one message at a time', hint: 'Leave it out.' },
    { key: 'refill', because: 'a sender has one message at a time', hint: 'Leave it out.' },
    { key: 'requests', because: 'subscribers hold their connections for a time', hint: 'Give -d and -r.' },
    { key: 'warmup', because: 'subscribers are there before the first message, and stay', hint: 'Leave it out.' },
    { key: 'reconnectAfter', because: 'subscribers reconnect by chance, as documented', hint: 'Give --churn.' },
  ],
  plugins: () => ['@benchpress/plugin-sse/plugin'],
  suite: ({ own }) => bridgeSuite(own),
  // Both bridges refuse a subscription without ids, the one in Go within a response whose status is 200.
  knownRoutes: ({ own }) => [
    {
      path: `${own.basePath.replace(/\/+$/, '')}/events`,
      statuses: [200, 400],
      contains: 'client_id',
      of: 'a bridge, with its base path, such as /bridge',
    },
  ],
  standIn: {
    description:
      'the embedded bridge on node:http with its messages in memory, which speaks the protocol but is not the published bridge on Redis',
    load: async (packages, { own: { idFormat } }) => {
      const { bridgeTarget } = await packages.load<typeof ExampleBridge>('@benchpress/example-bridge')
      // A subscriber that reconnects after a churn needs only the last messages; without a limit, five minutes of messages take most of a gigabyte.
      return bridgeTarget(given({ ids: idFormat, inboxLimit: 50 }))
    },
  },
  listen: collectReadings,
  documented: bridgeTables,
  claims: bridgeClaims,
  corrections: bridgeCorrections,
})
