import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Config } from '../src/config/config.ts'
import type { RequestScenarioConfig, JourneyScenarioConfig, JourneyReference } from '../src/config/scenario.ts'
import { resolveConfig } from '../src/config/resolve-config.ts'
import type { ThresholdConfig } from '../src/config/threshold-config.ts'
import type { BatchWorkloadConfig, ConnectionsWorkloadConfig, UsersWorkloadConfig } from '../src/config/workload/closed-workloads.ts'
import type { RateWorkloadConfig } from '../src/config/workload/rate-workload.ts'
import type { StageConfig, StagesWorkloadConfig } from '../src/config/workload/stages-workload.ts'
import type { WorkloadConfig } from '../src/config/workload/workload-config.ts'
import { formatDuration, parseDuration, parseRate } from '../src/base/units/duration.ts'
import type { ExpectConfig, FormField, RequestConfig } from '../src/load/http/request-config.ts'
import type { MetricDefinition } from '../src/measure/recorder/own-metric.ts'
import type { PluginReference } from '../src/load/plugin/define-plugin.ts'
import type { CommandTarget, Ready, Servers, ServerTarget, UrlTarget } from '../src/target/target.ts'
import type { TlsConfig } from '../src/load/wire/dial.ts'
import { lengthOf } from '../src/model/workload/load-curve.ts'
import type { Workload } from '../src/model/workload/workload.ts'
import { cwd, journeyScenarioOf, messageOf, minimal, requestScenarioOf, withJourney } from './config-fixture.ts'

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')

type KeyOf<Union> = Union extends object ? keyof Union : never
type CommonKey = keyof WorkloadConfig
type StageKey = KeyOf<StagesWorkloadConfig['stages'] | StageConfig<number>>

// the types see to it that no key is missing here
const keys = {
  'The test': keysOf<keyof Config>({
    name: 1,
    target: 1,
    plugins: 1,
    scenarios: 1,
    thresholds: 1,
    metrics: 1,
    env: 1,
    secrets: 1,
    seed: 1,
    workers: 1,
    timing: 1,
    timeout: 1,
    connectTimeout: 1,
    maxHeaderSize: 1,
    tls: 1,
    trustedOrigins: 1,
    dns: 1,
    unixSocket: 1,
    sweep: 1,
  }),
  Target: [
    ...keysOf<KeyOf<UrlTarget | CommandTarget | ServerTarget | Servers>>({
      url: 1,
      servers: 1,
      health: 1,
      requires: 1,
      command: 1,
      ready: 1,
      cwd: 1,
      env: 1,
      startTimeout: 1,
      stopTimeout: 1,
      server: 1,
    }),
    ...keysOf<KeyOf<Exclude<Ready, string | readonly string[]>>>({ port: 1, log: 1 }),
    'requires.path',
    'requires.contains',
  ],
  Scenarios: keysOf<keyof RequestScenarioConfig & keyof JourneyScenarioConfig>({
    workload: 1,
    startAfter: 1,
    bailout: 1,
    abortIfRateBelow: 1,
  }),
  'Scenario of requests': keysOf<Exclude<keyof RequestScenarioConfig, keyof JourneyScenarioConfig>>({
    request: 1,
    order: 1,
    uniqueIds: 1,
    reconnectAfter: 1,
  }),
  'Scenario of journeys': [
    ...keysOf<Exclude<keyof JourneyScenarioConfig, keyof RequestScenarioConfig>>({
      journey: 1,
      journeys: 1,
      connections: 1,
      spread: 1,
      headers: 1,
    }),
    ...keysOf<keyof NonNullable<JourneyScenarioConfig['journeys']>[string]>({ journey: 1, weight: 1 }),
    ...keysOf<keyof JourneyReference>({ module: 1, export: 1, options: 1 }),
  ],
  Workload: keysOf<CommonKey>({ warmup: 1, gracefulStop: 1 }),
  Connections: keysOf<Exclude<keyof ConnectionsWorkloadConfig, CommonKey>>({
    connections: 1,
    pipelining: 1,
    refill: 1,
    duration: 1,
    requests: 1,
  }),
  Users: keysOf<Exclude<keyof UsersWorkloadConfig, CommonKey>>({ users: 1, duration: 1, iterations: 1, pacing: 1 }),
  Rate: keysOf<Exclude<keyof RateWorkloadConfig, CommonKey>>({
    rate: 1,
    duration: 1,
    iterations: 1,
    arrivals: 1,
    maxUsers: 1,
    reuseUsers: 1,
  }),
  Stages: [
    ...keysOf<Exclude<keyof StagesWorkloadConfig, CommonKey>>({ stages: 1, pacing: 1, arrivals: 1, maxUsers: 1, reuseUsers: 1 }),
    ...keysOf<StageKey>({ of: 1, from: 1, steps: 1, duration: 1, to: 1 }),
  ],
  Batch: keysOf<Exclude<keyof BatchWorkloadConfig, CommonKey>>({ batch: 1, duration: 1, iterations: 1 }),
  Request: [
    ...keysOf<keyof RequestConfig>({ method: 1, path: 1, headers: 1, body: 1, json: 1, form: 1, expect: 1 }),
    ...keysOf<KeyOf<FormField>>({ type: 1, value: 1, path: 1, options: 1 }),
    ...keysOf<keyof ExpectConfig>({ status: 1, body: 1, json: 1, jsonOneOf: 1 }),
    'options.filename',
    'options.contentType',
  ],
  Thresholds: keysOf<keyof Exclude<ThresholdConfig, string>>({ threshold: 1, abortOnFail: 1, after: 1 }),
  Plugins: keysOf<keyof PluginReference>({ module: 1, options: 1 }),
  Metrics: keysOf<keyof MetricDefinition>({ type: 1, unit: 1, description: 1, by: 1 }),
  TLS: keysOf<keyof TlsConfig>({
    insecure: 1,
    ca: 1,
    cert: 1,
    key: 1,
    passphrase: 1,
    servername: 1,
    resume: 1,
    minVersion: 1,
    maxVersion: 1,
    ciphers: 1,
    keyLogFile: 1,
  }),
}

describe.each(Object.entries(keys))('docs/configuration.md under "%s"', (title, known) => {
  test('explains every key, and none that does not exist', () => {
    const section = sectionOf(title)
    expect(known.filter((key) => !section.includes(`\`${key}\``) && !section.includes(`{ ${key} }`))).toEqual([])
    const explained = tablesIn(section)
      .filter(([head]) => head === 'key')
      .flatMap(([, ...cells]) => cells)
    expect(explained.filter((key) => !known.includes(key))).toEqual([])
  })
})

test('the messages of docs/configuration.md are those that are printed', () => {
  const message = messageOf({
    ...minimal,
    timeout: 0,
    scenarios: { reads: { request: { path: 'items' }, workload: { conections: 10 } } },
  })
  const [, shown = ''] = /^```text\n([^]+?)\n```$/m.exec(page) ?? []
  expect(shown.split('\n').toSorted()).toEqual(message.split('\n').toSorted())
})

test.each(['30s', '1m30s', '1.5h', '250ms'])('the time %s of docs/configuration.md is one', (time) => {
  expect(page).toContain(`\`${time}\``)
  expect(parseDuration(time)).toBeGreaterThan(0)
})

test.each(['500/s', '0.5/s', '30/m', '10/h', '2k/s', '1000k/s'])('the rate %s of docs/configuration.md is one', (rate) => {
  expect(page).toContain(`\`${rate}\``)
  expect(parseRate(rate)).toBeGreaterThan(0)
})

describe('the defaults of docs/configuration.md are those that are filled in', () => {
  const { name, workers, timing, timeout, connectTimeout } = resolveConfig(minimal)
  const connections = workloadOf('connections', { connections: 1 })
  const users = workloadOf('users', { users: 1 })
  const rate = workloadOf('rate', { rate: 1 })
  const rateOfJourneys = workloadOf('rate', { rate: 1 }, { journey: 'config.ts' })
  const stages = workloadOf('users', { stages: { of: 'users', steps: [{ duration: 1, to: 1 }] } })
  const batch = workloadOf('batch', { batch: 1 })
  const [threshold] = resolveConfig({ ...minimal, thresholds: { http_failed: 'rate < 1%' } }).thresholds

  test.each([
    ['The test', 'name', name],
    ['The test', 'workers', workers],
    ['The test', 'timing', timing],
    ['The test', 'timeout', formatDuration(timeout)],
    ['The test', 'connectTimeout', formatDuration(connectTimeout)],
    ['Scenarios', 'startAfter', connections.startAfter],
    ['Scenario of requests', 'order', requestScenarioOf(minimal).order],
    ['Scenario of requests', 'uniqueIds', requestScenarioOf(minimal).uniqueIds],
    ['Scenario of journeys', 'connections', journeyScenarioOf(withJourney('config.ts')).connections === 'perUser' ? 'perUser' : 'pool'],
    ['Workload', 'warmup', connections.warmup],
    ['Workload', 'gracefulStop', formatDuration(connections.gracefulStop)],
    ['Workload', 'gracefulStop', formatDuration(rate.gracefulStop)],
    ['Connections', 'pipelining', connections.pipelining],
    ['Connections', 'refill', connections.refill],
    ['Connections', 'duration', formatDuration(connections.duration ?? 0)],
    ['Users', 'duration', formatDuration(lengthOf(users.curve))],
    ['Users', 'pacing', users.pacing],
    ['Rate', 'duration', formatDuration(lengthOf(rate.curve))],
    ['Rate', 'arrivals', rate.arrivals],
    ['Rate', 'maxUsers', rate.maxUsers],
    ['Rate', 'reuseUsers', rate.reuseUsers],
    ['Rate', 'reuseUsers', rateOfJourneys.reuseUsers],
    ['Stages', 'from', stages.curve.from],
    ['Batch', 'duration', formatDuration(batch.duration ?? 0)],
    ['Thresholds', 'abortOnFail', threshold?.abortOnFail],
    ['Thresholds', 'after', formatDuration(threshold?.after ?? 0)],
  ])('%s, %s: %s', (title, key, value) => {
    const [, shown] = new RegExp(`^\\| \`${key}\` +\\| [^|]+\\| ([^|]+)\\|`, 'm').exec(sectionOf(title)) ?? []
    expect(shown).toContain(`\`${String(value)}\``)
  })
})

function keysOf<Key extends PropertyKey>(names: Readonly<Record<Key, 1>>): readonly string[] {
  return Object.keys(names)
}

function workloadOf<Kind extends Workload['kind']>(
  kind: Kind,
  workload: object,
  action: object = { request: {} },
): Extract<Workload, { readonly kind: Kind }> {
  const [scenario] = resolveConfig({ ...minimal, scenarios: { one: { ...action, workload } } }, { cwd }).scenarios
  if (scenario?.workload.kind !== kind) throw new Error(`there is no workload of kind ${kind}`)
  return scenario.workload as Extract<Workload, { readonly kind: Kind }>
}

function sectionOf(title: string): string {
  const [, section = ''] = new RegExp(`^#+ ${title}$([^]+?)(?=^#|(?![^]))`, 'm').exec(page) ?? []
  return section
}

/** The first column of each table, without its marks. */
function tablesIn(section: string): readonly (readonly string[])[] {
  const tables = section.match(/^\|[^]+?(?=^[^|]|(?![^]))/gm) ?? []
  return tables.map((table) =>
    table
      .trim()
      .split('\n')
      .filter((_, row) => row !== 1)
      .map((row) => row.split('|')[1]?.trim().replaceAll('`', '') ?? ''),
  )
}
