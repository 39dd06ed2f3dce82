import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { defineConfig, type Config, type ConnectionsWorkload, type ScenarioConfig } from '../src/config/config.ts'
import { resolveConfig } from '../src/config/resolve-config.ts'
import type { ExpectConfig, FormField, RequestConfig } from '../src/http/request-config.ts'
import type { CommandTarget, Ready, ServerTarget, UrlTarget } from '../src/target/target-config.ts'
import type { TlsConfig } from '../src/wire/tls-config.ts'
import { messageOf, minimal } from './config-fixture.ts'

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')

type KeyOf<Union> = Union extends object ? keyof Union : never

// the types see to it that no key is missing here
const keys = {
  'The test': keysOf<Config>({
    name: 1,
    target: 1,
    scenarios: 1,
    workers: 1,
    timeout: 1,
    connectTimeout: 1,
    tls: 1,
    unixSocket: 1,
  }),
  Target: [
    ...keysOf<UrlTarget | CommandTarget | ServerTarget>({
      url: 1,
      command: 1,
      ready: 1,
      cwd: 1,
      env: 1,
      startTimeout: 1,
      stopTimeout: 1,
      server: 1,
    }),
    ...keysOf<Exclude<Ready, string>>({ port: 1, log: 1 }),
  ],
  Scenarios: keysOf<ScenarioConfig>({ request: 1, workload: 1, uniqueIds: 1, reconnectAfter: 1, bailout: 1 }),
  Workload: keysOf<ConnectionsWorkload>({ connections: 1, pipelining: 1, duration: 1, requests: 1, warmup: 1, gracefulStop: 1 }),
  Request: [
    ...keysOf<RequestConfig>({ method: 1, path: 1, headers: 1, body: 1, json: 1, form: 1, expect: 1 }),
    ...keysOf<FormField>({ type: 1, value: 1, path: 1, options: 1 }),
    ...keysOf<ExpectConfig>({ status: 1, body: 1 }),
    'options.filename',
    'options.contentType',
  ],
  TLS: keysOf<TlsConfig>({ insecure: 1, ca: 1, cert: 1, key: 1, passphrase: 1, servername: 1 }),
}

describe.each(Object.entries(keys))('docs/configuration.md under "%s"', (title, known) => {
  test('explains every key, and none that does not exist', () => {
    const section = sectionOf(title)
    expect(known.filter((key) => !section.includes(`\`${key}\``) && !section.includes(`{ ${key} }`))).toEqual([])
    const explained = [...section.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, key]) => key)
    expect(explained.filter((key) => key === undefined || !known.includes(key))).toEqual([])
  })
})

test('the example of docs/configuration.md resolves', async () => {
  const [, source = ''] = /^```ts\n([^]+?)^```$/m.exec(page) ?? []
  const directory = await mkdtemp(join(tmpdir(), 'docs-configuration-'))
  try {
    const file = join(directory, 'benchpress.config.ts')
    await writeFile(file, source.replace('@benchpress/core', new URL('../src/config/config.ts', import.meta.url).href))
    const { default: example }: { default: unknown } = await import(pathToFileURL(file).href)
    expect(resolveConfig(example).scenarios.map(({ name, requests }) => [name, requests.length])).toEqual([
      ['reads', 2],
      ['writes', 1],
    ])
  } finally {
    await rm(directory, { recursive: true })
  }
})

test('the messages of docs/configuration.md are those that are given', () => {
  const message = messageOf({
    ...minimal,
    timeout: 0,
    scenarios: { reads: { request: { path: 'items' }, workload: { conections: 10 } } },
  })
  const [, shown = ''] = /^```text\n([^]+?)\n```$/m.exec(page) ?? []
  expect(shown.split('\n').toSorted()).toEqual(message.split('\n').toSorted())
})

test('the times of docs/configuration.md are times', () => {
  const times = ['30s', '1m30s', '1.5h', '250ms']
  for (const duration of times) {
    expect(page).toContain(`\`${duration}\``)
    const config = defineConfig({ target: 'localhost', scenarios: { reads: { request: {}, workload: { connections: 1, duration } } } })
    expect(resolveConfig(config).scenarios[0]?.workload.duration).toBeGreaterThan(0)
  }
})

function keysOf<Type>(names: Readonly<Record<KeyOf<Type>, 1>>): readonly string[] {
  return Object.keys(names)
}

function sectionOf(title: string): string {
  const [, section = ''] = new RegExp(`^#+ ${title}$([^]+?)(?=^#|(?![^]))`, 'm').exec(page) ?? []
  return section
}
