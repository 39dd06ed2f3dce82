import { afterEach, expect, test } from 'vitest'
import { codeOf, expectRight, presetParts, runPreset, type PresetPart, type Program, type RanPreset } from './preset-programs.ts'
import { RestartingFront } from './restarting-front.ts'

const started: Program[] = []

afterEach(async () => {
  for (const program of started.splice(0).toReversed()) await program.close()
})

async function runAgainst(part: PresetPart, after: number): Promise<RanPreset & { readonly restarts: number }> {
  const program = await part.start()
  const front = await RestartingFront.start(program.url, after)
  started.push(program, front)
  return { ...(await runPreset(part, front.url)), restarts: front.restarts }
}

test.each(presetParts)(
  '$preset against a program that is restarted in the middle: the run goes on, and says from when to when it was away',
  async (part) => {
    const { code, restarts, tests } = await runAgainst(part, part.after)
    expect([code, restarts]).toEqual([codeOf(tests), 1])
    const absences = tests.flatMap((each) => each.absences)
    expect(absences).toHaveLength(1)
    const [absence] = absences
    expect(absence?.to).toBeGreaterThan(absence?.from ?? Infinity)
    const told = tests.flatMap(({ verdict }) => verdict.reasons).filter(({ rule }) => rule === 'target-away')
    expect(told.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^the target was away from -?[\d.]+ s to [\d.]+ s, seen by everyone at once: /),
    ])
  },
)

test.each(presetParts)('$preset against a program that is right: every response is right, and it was never away', async (part) => {
  expectRight(await runAgainst(part, Infinity))
})

test('a server of a cluster that is restarted in the middle: the others continue, and the failed requests are listed by their server', async () => {
  const [single] = presetParts.filter(({ preset }) => preset === 'hypha:single')
  if (single === undefined) throw new Error('there is no part of one server')
  const [steady, program] = [await single.start(), await single.start()]
  const front = await RestartingFront.start(program.url, single.after / 2)
  started.push(steady, program, front)
  const { code, tests } = await runPreset({ ...single, preset: 'hypha:cluster' }, `${steady.url},${front.url}`)
  expect([code, front.restarts]).toEqual([codeOf(tests), 1])
  // The other server continued, so that the target was never away for all connections.
  expect(tests.flatMap(({ absences }) => absences)).toEqual([])
  const told = tests
    .flatMap(({ verdict }) => verdict.reasons)
    .filter(({ rule }) => rule === 'unequal-servers' || rule === 'servers-left-out')
  expect(told.map(({ text }) => text)).toContainEqual(expect.stringMatching(`^1 of 2 servers .*: ${front.url} `))
})

test('what opening a connection of the bridge takes after a restart holds none of the waits of its journey', async () => {
  const [bridge] = presetParts.filter(({ preset }) => preset === 'bridge')
  if (bridge === undefined) throw new Error('there is no part of the bridge')
  const { tests } = await runAgainst(bridge, bridge.after)
  // There were such waits: a subscriber whose connection broke opens the next a second later.
  expect(tests[0]?.metrics['sse_reconnect_gap']?.values?.max).toBeGreaterThan(990)
  const [subscribers] = tests.flatMap(({ scenarios }) => scenarios).filter(({ name }) => name === 'subscribers')
  const { max } = subscribers?.responseTime ?? { max: Infinity }
  const [served, waited] = [subscribers?.serviceTime.max ?? 0, subscribers?.users?.httpWaiting.max ?? 0]
  // Histograms keep three digits.
  expect(max).toBeLessThanOrEqual((served + waited) * 1.01 + 0.01)
})
