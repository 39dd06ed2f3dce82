import type { SuiteConfig, SuiteTestConfig } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { planOfPreset, type Settings, type PreparedPreset } from '../../../cli/test/for-presets.ts'
import { bridge } from './bridge.ts'
import { documentedSuite } from '@benchpress/core/preset'
import type { BridgeValues } from './bridge-suite.ts'
import { clientIds } from './client-ids.ts'
import type { BridgeSenderOptions } from './sender.ts'
import type { SubscriberOptions } from './subscriber.ts'

const url = 'http://localhost:8081'

describe('preset bridge', () => {
  test('is the documented test: 2,000 subscribers for 5m10s, and 4,000 messages a second from 5 s on, 1,200,000 in all', () => {
    const { scenarios } = testOf(documentedSuite(bridge, { url }))
    expect(scenarios).toMatchObject({
      subscribers: { workload: { users: 2000, duration: 310, gracefulStop: 10 } },
      senders: {
        workload: { rate: 4000, duration: 300, maxUsers: 2000, reuseUsers: true, gracefulStop: 30 },
        startAfter: 5,
        headers: { 'content-type': 'text/plain' },
      },
    })
    expect(testOf(documentedSuite(bridge, { url })).thresholds).toEqual({ checks: 'rate >= 99%' })
    expect(4000 * 300).toBe(1_200_000)
  })

  test('has 10,000 ids, 5 for each subscriber, and the same for subscribers and senders', () => {
    const { subscriber, sender } = optionsOf(documentedSuite(bridge, { url }))
    expect(subscriber).toMatchObject({ idsOfEach: 5, churn: 0.01, resume: false, basePath: '' })
    expect(sender).toEqual({ ids: subscriber.ids, basePath: '', ttl: undefined })
    expect(clientIds(subscriber.ids)).toHaveLength(10_000)
  })

  test('a test without flags has no changes', async () => {
    const { suite, presetRun } = await plan()
    expect(presetRun.changes).toEqual([])
    expect(testOf(suite)).toMatchObject({ target: { url }, plugins: [{ module: expect.stringMatching(/plugin-sse\/src\/plugin\.ts$/) }] })
  })

  test('--scale multiplies subscribers and rate, and never the ids of a subscriber', async () => {
    const { suite, presetRun } = await plan({ scale: 0.05 })
    expect(testOf(suite).scenarios).toMatchObject({
      subscribers: { workload: { users: 100, duration: 310 } },
      senders: { workload: { rate: 200, maxUsers: 100, duration: 300 }, startAfter: 5 },
    })
    expect(optionsOf(suite).subscriber).toMatchObject({ idsOfEach: 5, ids: { count: 500 } })
    expect(presetRun.changes).toEqual(['subscribers 2000 -> 100', 'rate 4000/s -> 200/s', 'max users 2000 -> 100'])
  })

  test.each([
    ['620s', { subscribers: 620, after: 10, senders: 600, stop: 20 }],
    // Connections need time to open, however short the run is.
    ['20', { subscribers: 20, after: 2, senders: 16, stop: 2 }],
    ['4s', { subscribers: 4, after: 0.4, senders: 3.2, stop: 0.4 }],
  ])('-d %s keeps the stagger: senders start after the subscribers, and end before them', async (duration, expected) => {
    const { scenarios } = testOf((await plan({ duration })).suite)
    expect(scenarios).toMatchObject({
      subscribers: { workload: { duration: expected.subscribers, gracefulStop: expected.stop } },
      senders: { workload: { duration: expected.senders, gracefulStop: 30 }, startAfter: expected.after },
    })
  })

  test('every change is listed', async () => {
    const { presetRun } = await plan(
      { url: `${url}/bridge/`, duration: '20s', rate: '100/s', runs: 2, maxUsers: 50, arrivals: 'poisson' },
      { subscribers: 10, ids: 3, churn: 0, resume: true, idFormat: 'hex64', ttl: 300, token: 'hunter2' },
    )
    expect(presetRun.changes).toEqual([
      'runs 1 -> 2',
      'senders arrivals uniform -> poisson',
      'subscribers 2000 -> 10',
      'ids 5 -> 3',
      'rate 4000/s -> 100/s',
      'max users 2000 -> 50',
      'duration 5m10s -> 20s',
      'churn 0.01 -> 0',
      'resume off -> on',
      'base path none -> /bridge/',
      'id format any -> hex64',
      'ttl none -> 300',
      'token none -> given',
    ])
    expect(JSON.stringify(presetRun.own)).not.toContain('hunter2')
  })

  test('a token goes with every request, and is a secret of the config', async () => {
    const { suite } = await plan({}, { token: 'hunter2' })
    expect(testOf(suite)).toMatchObject({
      secrets: { BRIDGE_TOKEN: 'hunter2' },
      scenarios: {
        subscribers: { headers: { authorization: 'Bearer hunter2' } },
        senders: { headers: { authorization: 'Bearer hunter2' } },
      },
    })
  })

  test('the path of the URL is the base path', async () => {
    expect(optionsOf((await plan({ url: `${url}/bridge/` })).suite).sender.basePath).toBe('/bridge')
  })

  test('the seed of the run is that of the ids', async () => {
    const { suite } = await plan({ seed: 42 })
    expect([testOf(suite).seed, optionsOf(suite).sender.ids.seed]).toEqual([42, 42])
  })
})

async function plan(settings: Partial<Settings> = {}, own: Partial<BridgeValues> = {}): Promise<PreparedPreset> {
  const request = {
    settings: { url, ...settings },
    own,
    part: undefined,
    targetCommand: [],
    folder: '/',
  }
  return await planOfPreset(bridge, request, [])
}

function testOf({ tests: [only] }: SuiteConfig): SuiteTestConfig {
  if (only === undefined) throw new Error('there is no test')
  return only
}

function optionsOf(suite: SuiteConfig): { readonly subscriber: SubscriberOptions; readonly sender: BridgeSenderOptions } {
  const { scenarios } = testOf(suite)
  const optionsIn = (name: string): unknown => {
    const scenario = scenarios[name]
    const journey = scenario !== undefined && 'journey' in scenario ? scenario.journey : undefined
    return typeof journey === 'object' ? journey.options : undefined
  }
  return { subscriber: optionsIn('subscribers') as SubscriberOptions, sender: optionsIn('senders') as BridgeSenderOptions }
}
