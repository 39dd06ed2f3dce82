import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hyphaTarget } from '@benchpress/example-hypha'
import { RunningProcess } from '../../../../examples/hypha/test/running-process.ts'
import { call } from '../../../cli/test/captured-io.ts'
import { tally, tryOften } from '../../../core/test/prove/trials.ts'

const running = [new RunningProcess(hyphaTarget()), new RunningProcess(hyphaTarget())] as const
const urls: string[] = []
// Kept, because a winner is explained by the seconds of its runs.
const kept = mkdtempSync(join(tmpdir(), 'benchpress-hypha-alike-'))

beforeAll(async () => {
  for (const server of running) urls.push(...(await server.urls()))
})

afterAll(async () => {
  for (const server of running) await server.stop()
})

const program = fileURLToPath(import.meta.resolve('../../../../examples/hypha/src/server.ts'))

/** The flags for two identical servers: two that are running, which change places from trial to trial, or one that is started for each run of a side. */
function flagsOf(servers: 'running' | 'started', trial: number): readonly string[] {
  if (servers === 'started') return ['--', 'single=node', program, '--', 'cluster=node', program]
  const [single = '', cluster = ''] = trial % 2 === 0 ? urls : urls.toReversed()
  return ['--url', `single=${single}`, '--url', `cluster=${cluster}`]
}

// With the smallest scale no level lasts long enough to be compared, and with the others the highest does.
test.each([
  { servers: 'running', scale: '0.2' },
  { servers: 'running', scale: '2' },
  { servers: 'started', scale: '2' },
] as const)('none of 10 comparisons of two identical servers, $servers, by hypha:compare --scale $scale names a winner', async (of) => {
  const lines = await tryOften(10, async (name) => {
    const trial = Number.parseInt(name)
    const folder = join(kept, `${of.servers}-${of.scale}`, String(trial))
    mkdirSync(folder, { recursive: true })
    const flags = ['-o', join(folder, 'result.json'), '--scale', of.scale, '--runs', '5', '--no-progress', ...flagsOf(of.servers, trial)]
    const { stdout } = await call(['preset', 'hypha:compare', ...flags])
    const leads = [...stdout.matchAll(/^([✓✗?]) (.*: Single [+-][\d.]+%.*)$/gm)].map(([line]) => line)
    console.log([`${name}:`, ...leads, folder].join('\n  '))
    return leads
  })
  const winners = tally(lines, 'had a better side', (leads) => leads.some((line) => line.startsWith('✓')))
  const compared = tally(lines, 'had no run that is invalid', (leads) => !leads.some((line) => line.includes('a run is invalid')))
  expect(winners).toBe(0)
  expect(compared, 'the machine was too busy to show it').toBeGreaterThanOrEqual(lines.length / 2)
})
