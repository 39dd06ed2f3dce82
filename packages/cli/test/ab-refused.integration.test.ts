import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''
let heard = (): void => undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-ab-refused-'))
  server = await startServer((_request, response) => {
    heard()
    response.end('hello')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const ab = (...args: readonly string[]): ReturnType<typeof call> => call(['ab', ...args], { cwd: folder })

describe('a command line of benchpress ab that is refused', () => {
  test('checks conditions before it starts anything', async () => {
    let asked = 0
    heard = () => (asked += 1)
    const sides = ['--a', server.url, '--b', server.url, '-n', '20', '-c', '2', '-W', '0', '--no-progress']
    const written = await ab(...sides, '--fail-on', 'p99 > 5%', '--fail-on', 'nothing', '--rounds', '2', '-o', 'x.csv')
    expect([written.code, written.stderr]).toEqual([
      2,
      expect.stringMatching(
        /--rounds 2: [^]*x\.csv: unknown [^]*--fail-on p99 > 5%: "p99 > 5%" has a change [^]*Did you mean "p99 > \+5%"\?[^]*"nothing" is no /,
      ),
    ])
    const meant = await ab(...sides, '--fail-on', 'trougput < -5%', '--fail-on', 'found_rate < -5%')
    heard = () => undefined
    expect([meant.code, asked]).toEqual([2, 0])
    expect(meant.stderr).toMatch(/Did you mean "throughput"\?\n.* found_rate is what a search found, and there is none\n/)
  })

  test('names at once everything that is wrong with a command line: conditions, load, sides and files', async () => {
    const wrong = [
      ['--fail-on', 'p99 > 5%'],
      ['--fail-on', 'trougput < -5%'],
      ['-c', 'many'],
      ['--users', '0'],
      ['--precision', '7'],
      ['--budget', 'soon'],
      ['--rounds', '2'],
      ['--vus', '5'],
      ['-o', 'x.csv'],
      ['--json', '--markdown'],
    ].flat()
    const { code, stderr } = await ab('--a', server.url, '--b', `node 'b.js`, server.url, ...wrong)
    expect(code).toBe(2)
    for (const told of [
      '--fail-on p99 > 5%: "p99 > 5%" has a change without a sign',
      '--fail-on trougput < -5%: there is no figure "trougput"',
      '--connections many: ',
      '--connections and --users: ',
      '--precision 7: ',
      '--budget soon: ',
      '--rounds 2: ',
      '--vus: ',
      '--output x.csv: ',
      '--json and --markdown: one format is printed',
      `--b: the command has a ' that is never closed`,
    ])
      expect(stderr).toContain(`benchpress: ${told}`)
    expect(stderr.match(/^benchpress: /gm)).toHaveLength(11)
  })

  test('refuses commands that need a shell, before it starts anything', async () => {
    const { code, stderr } = await ab('--a', 'cd x && node s.js', '--b', 'node s.js > log', server.url)
    const hint = "  Use sh -c '...', or put it in quotes if the program takes it.\n"
    expect([code, stderr]).toEqual([
      2,
      `benchpress: --a: the command has cd, and commands go through no shell: cd x && node s.js\n${hint}` +
        `benchpress: --b: the command has >, and commands go through no shell: node s.js > log\n${hint}`,
    ])
  })

  test('reports only what is wrong with the load while a side is missing', async () => {
    const { code, stderr } = await ab('--a', 'node a.js', '-c', 'many')
    expect([code, stderr.match(/^benchpress: .*?:? /gm)]).toEqual([2, ['benchpress: --b ', 'benchpress: --connections ']])
  })

  test('refuses runs that are planned too short to be compared, before it starts anything', async () => {
    let asked = 0
    heard = () => (asked += 1)
    const { code, stderr } = await ab('--a', server.url, '--b', server.url, '-d', '1')
    heard = () => undefined
    expect([code, asked, stderr]).toEqual([
      2,
      0,
      'benchpress: a run of requests lasts 1 s, less than the 3 s that can be compared\n  Let it last longer, such as -d 5.\n',
    ])
  })

  test('refuses a budget that is too short for five rounds, before it starts anything', async () => {
    let asked = 0
    heard = () => (asked += 1)
    const { code, stderr } = await ab('--a', server.url, '--b', server.url, '--budget', '1m')
    heard = () => undefined
    expect([code, asked, stderr]).toEqual([
      2,
      0,
      'benchpress: 5 rounds take 140 s, and the budget is 60 s\n  Give it --budget 140s or more, or make the runs shorter, such as -d 3.\n',
    ])
  })

  test('refuses a command as a side where the tests have several targets', async () => {
    const scenarios = { reads: { request: {}, workload: { connections: 2, requests: 20 } } }
    const tests = [1, 2].map((port) => ({ name: `test ${port}`, target: `http://localhost:${port}`, scenarios }))
    await writeFile(join(folder, 'several.config.json'), JSON.stringify({ name: 'several', tests }))
    const { code, stderr } = await ab('several.config.json', '--a', 'node a.js', '--b', 'node b.js')
    expect([code, stderr]).toEqual([2, expect.stringContaining('the command "node a.js" serves one target, and the tests have several')])
  })

  test.each([
    [['--a', 'node a.js'], /--b is missing/],
    [['--a', 'http://localhost:1', '--b', 'http://localhost:2', '--rounds', '2'], /--rounds 2: must be at least 5/],
    [['--a', 'http://localhost:1', '--b', 'http://localhost:2', '--runs', '2'], /unknown option '--runs'/],
    [['--a', 'http://localhost:1', '--b', 'http://localhost:2', '--precision', 'x'], /must be a share/],
    [['--a', 'http://localhost:1', '--b', 'http://localhost:2', '-o', 'x.csv'], /unknown format/],
    [['--a', 'node a.js', '--b', 'http://localhost:2'], /the command "node a.js" needs a URL that it serves/],
    [['--a', 'http://localhost:1', '--b', 'node b.js'], /the command "node b.js" needs a URL that it serves/],
    [['--a', 'node a.js', '--b', 'node b.js'], /no URL, and no benchpress\.config/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await ab(...args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })
})
