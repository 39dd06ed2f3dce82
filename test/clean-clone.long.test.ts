import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectDone } from '../packages/cli/test/captured-io.ts'
import { machineEnvironment } from './machine-environment.ts'

/** The part of a result that is checked. */
interface SentRequests {
  readonly scenarios: readonly [{ readonly counts: { readonly outcomes: { readonly ok: number } } }]
}

const workspace = fileURLToPath(new URL('..', import.meta.url))
const minutes = 60_000

// The first steps of a newcomer: a clone, and the two commands of the README, with any Node.js and npm of the machine.
describe.runIf(process.env['TESTS_CLEAN_CLONE'] === '1')('a clean clone with empty caches', () => {
  let folder: string
  let clone: string
  let env: Record<string, string>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'benchpress-clone-'))
    clone = join(folder, 'benchpress')
    await execa('git', ['clone', '--quiet', workspace, clone])
    env = machineEnvironment({
      npm_config_cache: join(folder, 'npm-cache'),
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    })
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test(
    'runs the preset on the pinned Node.js',
    async () => {
      const file = join(folder, 'result.json')
      const { stdout } = await npx(clone, ['preset', 'deserve', '-d', '1s', '--runs', '1', '-o', file])
      expect(stdout).toContain('Latency')
      expect(stdout).toContain('Req/Sec')
      const suite = JSON.parse(await readFile(file, 'utf8'))
      const pinned = (await readFile(join(workspace, '.node-version'), 'utf8')).trim()
      expect(suite.environment.node).toContain(pinned)
      expect(suite.tests).toHaveLength(1)
      expect(suite.tests[0].scenarios[0].counts.outcomes.ok).toBeGreaterThan(0)
    },
    5 * minutes,
  )

  // Both tests run at a time, and are judged only by their counts.
  test.concurrent(
    'runs the preset of the bridge against its own target',
    async () => {
      const file = join(folder, 'bridge.json')
      await npx(clone, ['preset', 'bridge', '--scale', '0.05', '-d', '3s', '--churn', '0', '-o', file])
      const suite = JSON.parse(await readFile(file, 'utf8'))
      const [{ deliveries }] = suite.tests
      expect(deliveries).toHaveLength(1)
      expect(deliveries[0].received).toBeGreaterThan(0)
      expect(deliveries[0]).toMatchObject({ lost: 0, duplicated: 0 })
    },
    2 * minutes,
  )

  test.concurrent(
    'runs a part of the preset of Hypha Core against its own servers',
    async () => {
      const file = join(folder, 'hypha.json')
      const { stdout } = await npx(clone, ['preset', 'hypha:burst', '--scale', '0.01', '-o', file])
      // A published figure.
      expect(stdout).toContain('13,204')
      const suite = JSON.parse(await readFile(file, 'utf8'))
      const right = suite.tests.map(({ scenarios: [{ counts }] }: SentRequests) => counts.outcomes.ok)
      expect(right).toEqual([10, 20, 50, 100, 200])
    },
    2 * minutes,
  )

  test.each([
    ['in it', 'in-clone'],
    ['in a folder outside of it', '../outside'],
  ])(
    'plans and runs what init wrote %s, by the commands that init prints',
    async (_where, name) => {
      const { stdout } = await execa('npx', ['benchpress', 'init', name], options(clone))
      const commands = stdout.split('Next:\n')[1]?.trim().split('\n  ') ?? []
      expect(commands).toEqual([`cd ${name}`, expect.stringMatching(/benchpress\S* plan$/), expect.stringMatching(/benchpress\S* run$/)])
      const [enter = '', plan = '', run = ''] = commands
      const planned = await execa('sh', ['-c', `${enter} && ${plan}`], options(clone))
      expect(planned.stdout).toContain('1 user rising to 10 users')
      // Three seconds have too few samples for the threshold on a rare endpoint.
      const ran = await execa('sh', ['-c', `${enter} && ${run} -d 3 -o result.json`], { ...options(clone), reject: false })
      expect([0, 97], ran.stderr).toContain(ran.exitCode)
      expect(ran.stdout).toMatch(/\nVerdict: [^]*; written: result\.json$/)
      const { tests } = JSON.parse(await readFile(join(clone, name, 'result.json'), 'utf8'))
      expect(tests[0].scenarios.map(({ counts }: SentRequests['scenarios'][0]) => counts.outcomes.ok > 0)).toEqual([true, true])
    },
    3 * minutes,
  )

  test.each(['packages/cli', 'examples/deserve'])(
    'runs the command from %s too, and accepts a command as the target',
    async (from) => {
      const cwd = join(clone, from)
      const server = join(clone, 'examples/deserve/src/server.ts')
      const file = join(folder, 'command.json')
      const { stdout } = await npx(cwd, ['preset', 'deserve', '-d', '1s', '--runs', '1', '-o', file, '--', 'node', server])
      expect(stdout).toContain('Latency')
      const suite = JSON.parse(await readFile(file, 'utf8'))
      expect(suite.tests[0].scenarios[0].counts.outcomes.ok).toBeGreaterThan(0)
    },
    2 * minutes,
  )

  test(
    'runs its tests',
    async () => {
      const { stdout } = await execa('npm', ['test', '--', '--project', 'unit', 'packages/core/src/base/units'], options(clone))
      expect(stdout).toMatch(/Tests .*\d+ passed/)
    },
    5 * minutes,
  )

  async function npx(cwd: string, args: readonly string[]) {
    const { exitCode, stdout, stderr } = await execa('npx', ['benchpress', ...args], { ...options(cwd), reject: false })
    expect(stderr).not.toContain('benchpress: threshold failed')
    expectDone(exitCode, stdout)
    return { stdout }
  }

  function options(cwd: string) {
    return { cwd, env: { ...env, NO_COLOR: '1' }, extendEnv: false, stdin: 'ignore' } as const
  }
})
