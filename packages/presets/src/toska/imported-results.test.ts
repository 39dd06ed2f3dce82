import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Problem } from '@benchpress/core/preset'
import { readFlags } from '../../../cli/test/for-presets.ts'
import { parseRedisBenchmark } from './imported-results.ts'
import { toskaFlags, type ToskaSettings } from './toska-parameters.ts'

test('SET and GET are read from the output of redis-benchmark, with times where it has them', () => {
  const head = '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"'
  const text = `${head}\n"SET","84246.00","0.301","0.100","0.287","0.455","0.711","2.511"\n"GET","88731.14","0.299","0.1","0.28","0.4","0.6","1"\n`
  expect(parseRedisBenchmark(text)).toEqual({
    write: { operationsPerSecond: 84_246, mean: 0.301, p50: 0.287, p99: 0.711 },
    read: { operationsPerSecond: 88_731.14, mean: 0.299, p50: 0.28, p99: 0.6 },
  })
  expect(parseRedisBenchmark('"SET","259067.36"\r\n')).toEqual({
    write: { operationsPerSecond: 259_067.36, mean: null, p50: null, p99: null },
    read: null,
  })
  expect(() => parseRedisBenchmark('"PING_INLINE","1.0"\n')).toThrow('has neither SET nor GET of redis-benchmark')
})

test('imported results are read from the files of the flags, and a wrong file is reported with its flag', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-imported-'))
  await writeFile(join(folder, 'redis.csv'), '"SET","259067.36"\n')
  const read = (options: Readonly<Record<string, string>>): readonly [Partial<ToskaSettings>, readonly string[]] => {
    const problems: Problem[] = []
    const settings = readFlags(toskaFlags, { options, env: {}, cwd: folder }, problems)
    return [settings, problems.map(({ message }) => message)]
  }
  const [settings, none] = read({ redisBenchmark: 'redis.csv' })
  const [, wrong] = read({ redisBenchmark: 'nowhere.csv' })
  await rm(folder, { recursive: true })
  expect(settings).toMatchObject({ redisBenchmark: { write: { operationsPerSecond: 259_067.36 }, read: null } })
  expect(none).toEqual([])
  expect(wrong).toEqual([expect.stringMatching(/^--redis-benchmark nowhere\.csv: cannot be read: /)])
})
