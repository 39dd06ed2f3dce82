import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { memoryGrowth, type MemoryGrowth, type MemorySample } from './memory-growth.ts'

const limit = 25_000
const seeds = Array.from({ length: 100 }, (_, seed) => seed)

/** Numbers from 0 to 1; the same seed gives the same ones. */
function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

type Memory = (random: () => number) => (second: number) => number

/** Samples of a soak, a second apart. */
function sampled(memory: Memory, seed: number, leak = 0, seconds = 60): readonly MemorySample[] {
  const at = memory(randomOf(seed))
  return Array.from({ length: seconds }, (_, second) => ({ at: second + 1, bytes: 80e6 + at(second + 1) + leak * (second + 1) }))
}

/** The classification of soaks, each with another seed. */
function kindsOf(
  memory: Memory,
  { leak = 0, seconds = 60, soaks = seeds }: { leak?: number; seconds?: number; soaks?: readonly number[] } = {},
): readonly MemoryGrowth['kind'][] {
  return soaks.map((seed) => memoryGrowth(sampled(memory, seed, leak, seconds), limit).kind)
}

/** How many of a hundred soaks are taken for a leak, and how many for none. */
function told(memory: Memory, leak: number): { readonly leaks: number; readonly none: number } {
  const all = kindsOf(memory, { leak })
  return { leaks: all.filter((kind) => kind === 'leak').length, none: all.filter((kind) => kind === 'none').length }
}

/** Garbage that is collected at once, every some seconds, a fifth more or less. */
const collected =
  (period: number, bytes: number): Memory =>
  (random) => {
    let next = random() * period
    let from = next - period
    return (second) => {
      while (second >= next) {
        from = next
        next += period * (0.8 + 0.4 * random())
      }
      return ((second - from) / period) * bytes + random() * 1e5
    }
  }

/** What leaks in pieces, one every some seconds. */
const inPieces =
  (period: number, bytes: number): Memory =>
  (random) => {
    const start = random() * period
    return (second) => Math.floor((second + start) / period) * bytes + random() * 1e5
  }

/** Memory that does not leak, and the least number of a hundred soaks that are decided, without and with a leak. */
interface Steady {
  readonly memory: Memory
  readonly leastNone: number
  readonly leastLeaks: number
}

const steady: Readonly<Record<string, Steady>> = {
  'that moves a little': { memory: (random) => () => random() * 3e5, leastNone: 95, leastLeaks: 95 },
  // With such noise, the two halves of a leak look like settling.
  'whose noise lasts for some seconds': {
    memory: (random) => {
      let noise = 0
      return () => (noise = 0.8 * noise + (random() - 0.5) * 3e5)
    },
    leastNone: 95,
    leastLeaks: 75,
  },
  // A period of a few stretches looks like a trend by chance, and then widens the interval.
  'that rises and is collected every few seconds': {
    memory: (random) => {
      const period = 3 + Math.floor(random() * 3)
      const start = Math.floor(random() * period)
      return (second) => ((second + start) % period) * 8e5 + random() * 1e5
    },
    leastNone: 70,
    leastLeaks: 70,
  },
  'that warmed up in the first seconds': {
    memory: (random) => {
      const constant = 2 + random() * 3
      return (second) => -20e6 * Math.exp(-second / constant) + random() * 2e5
    },
    leastNone: 95,
    leastLeaks: 95,
  },
  'with single peaks': { memory: (random) => () => random() * 2e5 + (random() < 0.05 ? 30e6 : 0), leastNone: 95, leastLeaks: 90 },
  'that takes its next size once': {
    memory: (random) => {
      const when = 25 + Math.floor(random() * 30)
      return (second) => (second < when ? 0 : 5e6) + random() * 1e5
    },
    leastNone: 95,
    leastLeaks: 95,
  },
  // Memory that is given back hides an earlier leak.
  'that is given back once': {
    memory: (random) => {
      const when = 25 + Math.floor(random() * 30)
      return (second) => (second < when ? 5e6 : 0) + random() * 2e5
    },
    leastNone: 95,
    leastLeaks: 0,
  },
}

describe.each(Object.entries(steady))('memory %s', (_, { memory, leastNone, leastLeaks }) => {
  test('memory without a leak is never taken for one that leaks', () => {
    const { leaks, none } = told(memory, 0)
    expect(leaks).toBe(0)
    expect(none).toBeGreaterThanOrEqual(leastNone)
  })

  test('memory with a leak of 50 KB/s is never taken for one without', () => {
    const { leaks, none } = told(memory, 50_000)
    expect(none).toBe(0)
    expect(leaks).toBeGreaterThanOrEqual(leastLeaks)
  })
})

/** The classification of ten soaks for each of several amounts of garbage, 5 to 30 MB, that are collected every 3 to 30 s. */
function ofGarbage(seconds: number, leak: number): readonly MemoryGrowth['kind'][] {
  const soaks = seeds.slice(0, 10)
  return [3, 4, 5, 8, 12, 20, 30].flatMap((period) =>
    [5e6, 8e6, 15e6, 30e6].flatMap((bytes) => kindsOf(collected(period, bytes), { leak, seconds, soaks })),
  )
}

describe.each([60, 120, 300])('garbage of 5 to 30 MB that is collected every 3 to 30 s, in a soak of %i s', (seconds) => {
  test('memory without a leak is never taken for one that leaks', () => {
    expect(ofGarbage(seconds, 0)).not.toContain('leak')
  })

  test('memory with a leak of 50 KB/s is never taken for one without', () => {
    expect(ofGarbage(seconds, 50_000)).not.toContain('none')
  })
})

test('garbage leaves most soaks of a minute undecided, as docs/accuracy.md says', () => {
  const kinds = ofGarbage(60, 0)
  const undecided = kinds.filter((kind) => kind === 'open').length
  expect(undecided / kinds.length).toBeGreaterThan(0.5)
})

test.each([
  [5, 20e6],
  [10, 5e6],
  [13, 20e6],
])('memory that grows by a piece every %i s of %i bytes is never taken for steady', (period, bytes) => {
  expect(kindsOf(inPieces(period, bytes))).not.toContain('none')
})

test.each([
  [20, 40e6],
  [30, 20e6],
])('memory that settles with a time constant of %i s is not taken for a leak', (constant, bytes) => {
  const settling: Memory = (random) => (second) => -bytes * Math.exp(-(second + 20) / constant) + random() * 1e5
  expect(new Set(kindsOf(settling))).toEqual(new Set(['open']))
})

test('memory whose growth speeds up is a leak', () => {
  const growing: Memory = (random) => (second) => 1000 * second ** 2 + random() * 1e5
  expect(new Set(kindsOf(growing))).toEqual(new Set(['leak']))
})

test('memory that a leak fills from what was free first is not taken for steady', () => {
  const late: Memory = (random) => {
    const filled = 25 + random() * 8
    return (second) => Math.max(0, second - filled) * 50_000 + random() * 1e4
  }
  expect(kindsOf(late)).not.toContain('none')
})

test('the growth of a straight line is its slope', () => {
  const { perSecond, interval, from } = memoryGrowth(
    sampled(() => () => 0, 1, 50_000),
    limit,
  )
  expect(perSecond).toBeCloseTo(50_000, 3)
  expect(interval.map(Math.round)).toEqual([50_000, 50_000])
  expect(Math.round(from)).toBe(21)
})

test('memory that does not change does not grow', () => {
  expect(
    memoryGrowth(
      sampled(() => () => 0, 1),
      limit,
    ),
  ).toMatchObject({ perSecond: 0, interval: [0, 0] })
})

// Ten of the soaks of test/prove/leaking-server.test.ts of each server: the memory that the system reported each second, in KiB.
test.each([
  ['steady', 'none'],
  ['leaking', 'leak'],
] as const)('recorded soaks of a %s server are classified as %s', (server, kind) => {
  const recorded = JSON.parse(readFileSync(new URL('../../../test/memory/recorded-soaks.json', import.meta.url), 'utf8')) as Readonly<
    Record<typeof server, readonly (readonly number[])[]>
  >
  const samplesOf = (soak: readonly number[]): readonly MemorySample[] => soak.map((kibibytes, at) => ({ at, bytes: kibibytes * 1024 }))
  const kinds = recorded[server].map((soak) => memoryGrowth(samplesOf(soak), limit).kind)
  expect(kinds).toEqual(Array.from({ length: 10 }, () => kind))
})
