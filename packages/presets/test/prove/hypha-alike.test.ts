import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hyphaTarget } from '@benchpress/example-hypha'
import { RunningProcess } from '../../../../examples/hypha/test/running-process.ts'
import { call } from '../../../cli/test/captured-io.ts'
import { tally, tryOften } from '../../../core/test/prove/trials.ts'

const servers = [new RunningProcess(hyphaTarget()), new RunningProcess(hyphaTarget())] as const
const urls: string[] = []
// Kept, because a winner is explained by the seconds of its runs.
const kept = mkdtempSync(join(tmpdir(), 'benchpress-hypha-alike-'))

beforeAll(async () => {
  for (const server of servers) urls.push(...(await server.urls()))
})

afterAll(async () => {
  for (const server of servers) await server.stop()
})

// With the smaller scale no level lasts long enough to be compared, and with the larger one the highest do.
test.each(['0.2', '1'])('none of 10 comparisons of two identical servers by hypha:compare names a winner (--scale %s)', async (scale) => {
  const lines = await tryOften(10, async (trial) => {
    // The sides change places, so that a process which is faster than the other by chance does not always belong to the same side.
    const number = Number.parseInt(trial)
    const [single = '', cluster = ''] = number % 2 === 0 ? urls : urls.toReversed()
    const folder = join(kept, scale, String(number))
    mkdirSync(folder, { recursive: true })
    const flags = [
      '-o',
      join(folder, 'result.json'),
      '--scale',
      scale,
      '--runs',
      '5',
      '--url',
      single,
      '--cluster',
      cluster,
      '--no-progress',
    ]
    const { stdout } = await call(['preset', 'hypha:compare', ...flags])
    const [told = ''] = /^WINNER: .*$/m.exec(stdout) ?? []
    const better = [...stdout.matchAll(/^│ (.*?) *│ measured .*│ ((?:Single|Cluster) .*?) *│$/gm)].map(
      ([, figure, side]) => `${figure} ${side}`,
    )
    console.log([`${trial}: ${told}`, ...better, folder].join(', '))
    return told
  })
  const winners = tally(lines, 'named a winner', (line) => !line.startsWith('WINNER: none, because '))
  const compared = tally(lines, 'had no run that is invalid', (line) => !line.includes(' ended invalid: '))
  expect(winners).toBe(0)
  expect(compared, 'the machine was too busy to show it').toBeGreaterThanOrEqual(lines.length / 2)
})
