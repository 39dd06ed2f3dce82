import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { hasRedis, startRedis } from '../../machines/test/brokers.ts'
import { call } from './captured-io.ts'
import { startAgent } from './start-agent.ts'
import { startServer } from './start-server.ts'

interface WrittenMachine {
  readonly name: string
  readonly lost: unknown
}

interface WrittenResult {
  readonly tests: readonly [
    {
      readonly machines: readonly WrittenMachine[]
      readonly interrupted: { readonly cause: string } | null
      readonly scenarios: readonly [{ readonly counts: { readonly started: number } }]
    },
  ]
}

test.skipIf(!hasRedis)(
  'a run on machines shows each of them in the live view, and ends everywhere when a threshold with abortOnFail fails',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-watched-'))
    const redis = await startRedis()
    let asked = 0
    const server = await startServer(({ url }, response) => {
      if (url !== '/') asked += 1
      response.end('ok')
    })
    onTestFinished(async () => {
      await server.close()
      await redis.stop()
      await rm(folder, { recursive: true })
    })
    const { stdout } = await call(['machines', 'key', 'key.pem'], { cwd: folder })
    const names = ['one', 'three', 'two']
    await Promise.all(names.map(async (name) => await startAgent([redis.url, '--trust', stdout.trim(), '--name', name], {})))
    const run = async (
      name: string,
      config: object,
    ): Promise<{ readonly code: number; readonly stderr: string; readonly result: WrittenResult }> => {
      await writeFile(join(folder, `${name}.config.ts`), `export default ${JSON.stringify({ target: server.url, ...config })}`)
      const flags = ['--machines', redis.url, '--agents', '3', '--signing-key', 'key.pem', '-o', `${name}.json`]
      const { code, stderr } = await call(['run', `${name}.config.ts`, ...flags], { cwd: folder, columns: 120 })
      return {
        code,
        stderr: stripVTControlCharacters(stderr),
        result: JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as WrittenResult,
      }
    }
    const placesOf = ({ tests: [{ machines }] }: WrittenResult): string[] =>
      machines.map(({ name, lost }) => `${name} ${JSON.stringify(lost)}`).toSorted()
    const places = names.map((name) => `${name} null`)

    const whole = await run('whole', { scenarios: { items: { request: { path: '/items' }, workload: { rate: '60/s', iterations: 180 } } } })
    expect([0, 97], whole.stderr).toContain(whole.code)
    expect(asked).toBe(180)
    expect(placesOf(whole.result)).toEqual(places)
    for (const name of names) expect(whole.stderr).toMatch(new RegExp(String.raw`${name} [\d.,]+ requests/s`))

    asked = 0
    const ended = await run('ended', {
      scenarios: { items: { request: { path: '/items' }, workload: { rate: '60/s', duration: '1h' } } },
      thresholds: { http_response_time: [{ threshold: 'p50 < 1us', abortOnFail: true, after: '1s' }] },
    })
    expect(ended.code, ended.stderr).toBe(99)
    expect(ended.result.tests[0].interrupted?.cause).toBe('threshold')
    expect(placesOf(ended.result)).toEqual(places)
    expect(ended.result.tests[0].scenarios[0].counts.started).toBe(asked)
    await expect.poll(async () => await redis.left()).toEqual([])
  },
)
