import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectDone } from '../packages/cli/test/captured-io.ts'
import { build, pack, packedIn } from '../scripts/pack.mjs'
import { machineEnvironment } from './machine-environment.ts'

const minutes = 60_000
// `1`, or the folder with the tarballs of `npm run check`.
const packed = process.env['TESTS_PACKED']

// The packages as they would be published, installed with npm into an empty folder, as by a user.
describe.runIf(packed !== undefined && packed !== '')('the packed packages, installed by npm', () => {
  let folder: string
  let env: Record<string, string>

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-packed-')))
    env = machineEnvironment({ NO_COLOR: '1' })
    env['PATH'] = `${dirname(process.execPath)}${delimiter}${env['PATH']}`
    const tarballs = packedIn(packed) ?? (await build(), await pack(folder))
    await npm('init', '--yes')
    await npm('install', ...tarballs)
  }, 5 * minutes)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('print their version', async () => {
    expect((await run('npx', ['benchpress', '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test(
    'run the preset of the bridge, with the plugin and the example beside the command',
    async () => {
      const { stdout } = await run('npx', [
        'benchpress',
        'preset',
        'bridge',
        '--scale',
        '0.01',
        '--max-users',
        '20000',
        '-d',
        '3s',
        '--churn',
        '0',
        '--full',
      ])
      expect(stdout).toMatch(/sse_messages_received/)
      expect(stdout).not.toMatch(/verdict: invalid/i)
    },
    2 * minutes,
  )

  test(
    'run the preset',
    async () => {
      const args = ['benchpress', 'preset', 'deserve', '-d', '1s', '--runs', '1', '-o', 'deserve.json']
      const { exitCode, stdout, stderr } = await execa('npx', args, { ...surroundings(), reject: false })
      expect(stderr).not.toContain('benchpress: ')
      expectDone(exitCode, stdout)
      expect(stdout).toContain('Latency')
      expect(stdout).toContain('Req/Sec')
      const { tests } = JSON.parse(await readFile(join(folder, 'deserve.json'), 'utf8'))
      expect(tests[0].scenarios[0].counts.outcomes.ok).toBeGreaterThan(0)
    },
    2 * minutes,
  )

  test(
    'run the preset of an outside author, by the name of its package',
    async () => {
      const args = ['benchpress', 'preset', '@benchpress/example-preset-shop:reads', '--page-size', '5', '-d', '1s', '-c', '5']
      const { exitCode, stdout, stderr } = await execa('npx', args, { ...surroundings(), reject: false })
      expect(stderr).not.toContain('benchpress: ')
      expectDone(exitCode, stdout)
      // A published figure.
      expect(stdout).toContain('12,400')
      expect(stdout).toContain('tested:     a shop of a few lines')
      expect(stdout).toContain('an order costs')
    },
    2 * minutes,
  )

  test(
    'run from a folder in which nothing is installed, with the library beside the command',
    async () => {
      const elsewhere = await mkdtemp(join(tmpdir(), 'benchpress-elsewhere-'))
      const bin = join(folder, 'node_modules/@benchpress/cli/bin/benchpress.mjs')
      const there = { ...surroundings(), cwd: elsewhere }
      await execa(process.execPath, [bin, 'init'], there)
      const { exitCode, stdout } = await execa(process.execPath, [bin, 'run', '-d', '1', '-q'], { ...there, reject: false })
      await rm(elsewhere, { recursive: true })
      // One second gives too few samples for the percentile of a threshold.
      expect([0, 97]).toContain(exitCode)
      expect(stdout).toContain('✓ checks rate > 99%: rate was 100 %')
    },
    minutes,
  )

  test(
    'can be called as a library',
    async () => {
      const code = `import { run } from '@benchpress/core'
import { deserveTarget, readCodeUnderTest } from '@benchpress/example-deserve'
const workload = { connections: 5, requests: 1000 }
const result = await run({ target: deserveTarget, scenarios: { test: { request: { path: '/test' }, workload } } })
console.log(JSON.stringify({ ok: result.scenario('test').counts.outcomes.ok, files: (await readCodeUnderTest()).map(({ file }) => file) }))`
      await writeFile(join(folder, 'bench.mjs'), code)
      const { stdout } = await run(process.execPath, ['bench.mjs'])
      expect(JSON.parse(stdout)).toEqual({ ok: 1000, files: ['server.js'] })
    },
    minutes,
  )

  test(
    'run a plugin of an outside author, which reports a missing server',
    async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      await writeRedisConfig(`'http://127.0.0.1:${portOf(server)}'`, "{ url: 'redis://127.0.0.1:1' }")
      const { exitCode, stderr } = await execa('npx', ['benchpress', 'run', 'redis.config.ts'], { ...surroundings(), reject: false })
      server.close()
      expect([exitCode === 0, stderr]).toEqual([false, expect.stringContaining('there is no server at 127.0.0.1:1')])
    },
    minutes,
  )

  test.skipIf(spawnSync('redis-server', ['--version']).status !== 0)(
    'run a plugin of an outside author against a server of its own',
    async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const port = portOf(server)
      server.close()
      await once(server, 'close')
      await writeRedisConfig(`{ command: 'redis-server --port ${port} --save ""', ready: { port: ${port} } }`)
      const args = ['benchpress', 'run', 'redis.config.ts', '-o', 'redis.json']
      const { exitCode, stdout } = await execa('npx', args, { ...surroundings(), reject: false })
      expectDone(exitCode, stdout)
      const { tests } = JSON.parse(await readFile(join(folder, 'redis.json'), 'utf8')) as { readonly tests: readonly object[] }
      expect(tests[0]).toMatchObject({
        metrics: { redis_commands: { count: 500, by: { series: [{ name: 'ok', count: 500 }] } }, redis_wrong_values: { count: 0 } },
        scenarios: [{ users: { checks: [{ name: 'redis: value of get', failed: 0 }] } }],
      })
    },
    minutes,
  )

  // In workers, which import the packed packages by name.
  function writeRedisConfig(target: string, options = '{}') {
    const config = `import { defineConfig } from '@benchpress/core'
import { redis } from '@benchpress/example-plugin-resp'
const journey = redis.mixed({ keys: 100, reads: 0.5, nil: true })
export default defineConfig({
  target: ${target},
  plugins: [redis(${options})],
  workers: 2,
  scenarios: { mixed: { journey, workload: { users: 4, iterations: 500 } } },
})
`
    return writeFile(join(folder, 'redis.config.ts'), config)
  }

  function portOf(server: Server) {
    return (server.address() as AddressInfo).port
  }

  function npm(...args: string[]) {
    return run('npm', args)
  }

  function run(command: string, args: readonly string[]) {
    return execa(command, args, surroundings())
  }

  function surroundings() {
    return { cwd: folder, env, extendEnv: false, stdin: 'ignore' } as const
  }
})
