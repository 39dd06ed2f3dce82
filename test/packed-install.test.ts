import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, pack } from '../scripts/pack.mjs'
import { machineEnvironment } from './machine-environment.ts'

const minutes = 60_000

// What a user does: the packages as they would be published, installed by plain npm into an empty folder.
describe.runIf(process.env['BENCHPRESS_PACKED'] === '1')('the packed packages, installed by npm', () => {
  let folder: string
  let env: Record<string, string>

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'benchpress-packed-')))
    env = machineEnvironment({ NO_COLOR: '1' })
    env['PATH'] = `${dirname(process.execPath)}${delimiter}${env['PATH']}`
    await build()
    const tarballs = await pack(folder)
    await npm('init', '--yes')
    await npm('install', ...tarballs)
  }, 5 * minutes)

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('tell their version', async () => {
    expect((await run('npx', ['benchpress', '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test(
    'run the preset of the bridge, with the plugin and the example beside the command',
    async () => {
      const { stdout } = await run('npx', ['benchpress', 'preset', 'bridge', '--scale', '0.01', '-d', '3s', '--churn', '0'])
      expect(stdout).toMatch(/sse_messages_received/)
      expect(stdout).not.toMatch(/verdict: invalid/i)
    },
    2 * minutes,
  )

  test(
    'run the preset',
    async () => {
      const { stdout } = await run('npx', ['benchpress', 'preset', 'deserve', '-d', '1s', '--runs', '1'])
      expect(stdout).toContain('Latency')
      expect(stdout).toContain('Req/Sec')
    },
    2 * minutes,
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

  function npm(...args: string[]) {
    return run('npm', args)
  }

  function run(command: string, args: readonly string[]) {
    return execa(command, args, { cwd: folder, env, extendEnv: false, stdin: 'ignore' })
  }
})
