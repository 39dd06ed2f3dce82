import type * as ExampleBridge from '@benchpress/example-bridge'
import { commonParameters, definePreset, describeDifferences, given, leaveOut, type Preset } from '@benchpress/core/preset'
import { findInBridge } from './bridge-findings.ts'
import { bridgeFlags, sourcesOfBridge, unfitForBridge } from './bridge-parameters.ts'
import { documentedParameters, parametersFor, type BridgeSettings } from './bridge-parameters.ts'
import { bridgeSuite, nameParameters } from './bridge-suite.ts'
import { documentedBridgeRun } from './documented-bridge.ts'
import { collectReadings, type ServerReading } from './server-counters.ts'
import { bridgeSections } from './report/bridge-sections.ts'

// Settings that are part of the parameters, and must not be applied to both scenarios again.
const inParameters = ['url', 'rate', 'duration', 'scale', 'maxUsers', 'arrivals', 'seed'] as const

/** The load test of a TON Connect bridge: 2,000 open connections, and messages to their clients. */
export const bridge: Preset<BridgeSettings, readonly ServerReading[]> = definePreset<BridgeSettings, readonly ServerReading[]>({
  name: 'bridge',
  title: 'TON Connect bridge: 2,000 subscribers with 5 ids each, 4,000 messages/s from 5 s on for 5 min, 1 % churn per event',
  source: 'https://github.com/meh-/ton-connect-bridge-rs',
  documented: {
    tool: 'k6 with xk6-sse',
    machine: "a developer's laptop, in Docker with 2 virtual CPUs and 6 GB (its model was not published)",
    runs: [documentedBridgeRun],
  },
  url: 'http://localhost:3000',
  flags: bridgeFlags,
  unfit: unfitForBridge,
  sources: sourcesOfBridge,
  plugins: () => ['@benchpress/plugin-sse/plugin'],
  suite: (target) => bridgeSuite(target, documentedParameters),
  adapt: (target, { settings, own, path, apply }) => {
    const parameters = parametersFor(settings, own, path)
    const documented = bridgeSuite(target, documentedParameters)
    const suite = apply(bridgeSuite(target, parameters), leaveOut(settings, inParameters))
    return {
      suite,
      changes: describeDifferences(
        { ...commonParameters(documented), ...nameParameters(documentedParameters) },
        { ...commonParameters(suite), ...nameParameters(parameters) },
      ),
    }
  },
  // Both bridges refuse a subscription without ids, the one in Go within a response whose status is 200.
  knownRoutes: ({ own, path }) => {
    const basePath = (own.basePath ?? path ?? '').replace(/\/+$/, '')
    return [
      { path: `${basePath}/events`, statuses: [200, 400], contains: 'client_id', of: 'a bridge, with its base path, such as /bridge' },
    ]
  },
  standIn: {
    description:
      'the embedded bridge on node:http with its messages in memory, which speaks the protocol but is not the published bridge on Redis',
    load: async (packages, { own: { basePath, idFormat } }) => {
      const { bridgeTarget } = await packages.load<typeof ExampleBridge>('@benchpress/example-bridge')
      // A subscriber that reconnects after a churn needs only the last messages; without a limit, five minutes of messages take most of a gigabyte.
      return bridgeTarget(given({ basePath, ids: idFormat, inboxLimit: 50 }))
    },
  },
  listen: collectReadings,
  sections: (suite, presetRun) => bridgeSections(suite, presetRun, findInBridge(suite, presetRun.notes)),
  findings: (suite, { notes }) => findInBridge(suite, notes),
})
