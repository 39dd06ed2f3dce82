import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const core = new URL('../../src/', import.meta.url).href

test('a load thread of requests loads neither users, plugins, deliveries nor the rooms of configs and results', async () => {
  const modules = await modulesOfThread({ request: { path: '/' }, workload: { connections: 2, duration: '1s' } })
  expect(modules).toEqual(expect.arrayContaining(['load/worker/worker-entry.ts', 'load/wire/connection.ts', 'measure/recorder/series.ts']))
  expect(roomsOf(modules)).toEqual([
    'base/clock',
    'base/errors',
    'base/redact',
    'base/units',
    'load/engine',
    'load/http',
    'load/user',
    'load/wire',
    'load/worker',
    'measure/recorder',
    'model/metrics',
    'model/workload',
  ])
  expect(modules).not.toContain('load/engine/user-load.ts')
})

test('a load thread of journeys without plugins loads no module of plugins and deliveries', async () => {
  const journey = new URL('../accuracy/journey.journey.ts', import.meta.url).href
  const modules = await modulesOfThread({ journey, workload: { users: 2, duration: '1s' } })
  expect(modules).toContain('load/engine/journey-user.ts')
  expect(roomsOf(modules).filter((room) => ['load/plugin', 'measure/delivery', 'config', 'result'].includes(room))).toEqual([])
})

/** The modules of core that the load thread of a test with one scenario has loaded, in a process of its own. */
async function modulesOfThread(scenario: object): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'benchpress-modules-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const config = { target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, workers: 1, scenarios: { only: scenario } }
  const script = `const { run } = await import(${JSON.stringify(`${core}index.ts`)}); await run(${JSON.stringify(config)})`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, NODE_V8_COVERAGE: folder } })
  // Each thread writes a file of its own, with the URLs of all scripts that it has loaded.
  const threads = readdirSync(folder).map((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly result: readonly { readonly url: string }[] }
    return result.flatMap(({ url }) => (url.startsWith(core) ? [url.slice(core.length)] : []))
  })
  const found = threads.filter((modules) => modules.includes('load/worker/worker-entry.ts'))
  expect(found).toHaveLength(1)
  return found.flat()
}

function roomsOf(modules: readonly string[]): string[] {
  return [...new Set(modules.map((module) => module.split('/').slice(0, 2).join('/')))].toSorted()
}
