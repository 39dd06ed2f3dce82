import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectPartial, killRun, readStream, type KilledKind } from './killed-run.ts'

const kinds: readonly KilledKind[] = ['journey', 'repeats', 'connections', 'journey']

test('ten of ten runs that are killed at any moment leave a partial result whose counts are whole', async () => {
  // Killed after a number of requests at the server: from the first one to those of some seconds.
  const moments = fc.sample(fc.oneof(fc.nat(100), fc.nat(20_000)), { numRuns: 10, seed: 7 })
  const started: number[] = []
  const kill = async (moment: number, isCounted: boolean, kind: KilledKind): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-killed-'))
    try {
      const killed = await killRun(folder, moment, isCounted, kind)
      started.push(await expectPartial(killed, kind))
      expect((await readStream(killed)).length).toBeGreaterThan(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  // Two at a time: most of the time each waits for its next checkpoint.
  for (let index = 0; index < moments.length; index += 2) {
    const killed = moments.slice(index, index + 2).map((moment, place) => {
      const kind = kinds[index + place] ?? 'connections'
      // A journey sends fewer requests in a second, and a repeat is short.
      return kill(kind === 'connections' ? moment : moment % 100, place === 1, kind)
    })
    await Promise.all(killed)
  }
  expect(started).toHaveLength(10)
  expect(started.filter((count) => count > 0).length).toBeGreaterThanOrEqual(5)
}, 300_000)
