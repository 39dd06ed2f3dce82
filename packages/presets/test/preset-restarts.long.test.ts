import { expect, test, type TestContext } from 'vitest'
import { codeOf, expectRight, presetParts, runPreset, type PresetPart, type Program, type RanPreset } from './preset-programs.ts'
import { RestartingFront } from './restarting-front.ts'

/** Starts a program that ends with the test. */
async function start({ onTestFinished }: TestContext, part: PresetPart): Promise<Program> {
  const program = await part.start()
  onTestFinished(() => program.close())
  return program
}

/** Starts a front of a program, which ends before the program. */
async function startFront({ onTestFinished }: TestContext, url: string, after: number, away?: number): Promise<RestartingFront> {
  const front = await RestartingFront.start(url, after, away)
  onTestFinished(() => front.close())
  return front
}

async function runAgainst(context: TestContext, part: PresetPart, after: number): Promise<RanPreset & { readonly restarts: number }> {
  const program = await start(context, part)
  const front = await startFront(context, program.url, after, part.away)
  return { ...(await runPreset(part, front.url)), restarts: front.restarts }
}

async function expectAwayOnce(part: PresetPart, context: TestContext): Promise<void> {
  const { code, restarts, tests } = await runAgainst(context, part, part.after)
  expect([code, restarts]).toEqual([codeOf(tests), 1])
  const absences = tests.flatMap((each) => each.absences)
  expect(absences).toHaveLength(1)
  const [absence] = absences
  expect(absence?.to).toBeGreaterThan(absence?.from ?? Infinity)
  const told = tests.flatMap(({ verdict }) => verdict.reasons).filter(({ rule }) => rule === 'target-away')
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/^the target was away from -?[\d.]+ s to [\d.]+ s: \S/)])
}

// These parts have few users, who are late on a busy machine, so that the restart may not be over before the end of the run.
const hasFewUsers = ({ preset }: PresetPart): boolean => preset.startsWith('nestjs:')

// Several tests run at a time: each has a program of its own, mostly waits for it, and is judged only by its counts.
test.concurrent.for(presetParts.filter((part) => !hasFewUsers(part)))(
  '$preset against a program that is restarted in the middle: the run goes on, and says from when to when it was away',
  expectAwayOnce,
)

test.concurrent.for(presetParts)('$preset against a correct program has only right responses, and no absence', async (part, context) => {
  expectRight(await runAgainst(context, part, Infinity))
})

test.for(presetParts.filter(hasFewUsers))(
  '$preset against a program that is restarted in the middle: the run goes on, and says from when to when it was away',
  expectAwayOnce,
)

test('the restart of one server of a cluster leaves the others running, and failed requests are listed by server', async (context) => {
  const [single] = presetParts.filter(({ preset }) => preset === 'hypha:single')
  if (single === undefined) throw new Error('there is no part of one server')
  const [steady, program] = [await start(context, single), await start(context, single)]
  const front = await startFront(context, program.url, single.after / 2)
  const { code, tests } = await runPreset({ ...single, preset: 'hypha:cluster' }, `${steady.url},${front.url}`)
  expect([code, front.restarts]).toEqual([codeOf(tests), 1])
  // The other server continued, so that the target was never away for all connections.
  expect(tests.flatMap(({ absences }) => absences)).toEqual([])
  const told = tests
    .flatMap(({ verdict }) => verdict.reasons)
    .filter(({ rule }) => rule === 'unequal-servers' || rule === 'servers-left-out')
  expect(told.map(({ text }) => text)).toContainEqual(expect.stringMatching(`^1 of 2 servers .*: ${front.url} `))
})

test('the time to open a connection of the bridge after a restart excludes the waits of its journey', async (context) => {
  const [bridge] = presetParts.filter(({ preset }) => preset === 'bridge')
  if (bridge === undefined) throw new Error('there is no part of the bridge')
  const { tests } = await runAgainst(context, bridge, bridge.after)
  // Such waits occurred: a subscriber whose connection broke opens the next one a second later.
  expect(tests[0]?.metrics['sse_reconnect_gap']?.values?.max).toBeGreaterThan(990)
  const [subscribers] = tests.flatMap(({ scenarios }) => scenarios).filter(({ name }) => name === 'subscribers')
  const { max } = subscribers?.responseTime ?? { max: Infinity }
  const [served, waited] = [subscribers?.serviceTime.max ?? 0, subscribers?.users?.httpWaiting.max ?? 0]
  // Histograms have three significant digits.
  expect(max).toBeLessThanOrEqual((served + waited) * 1.01 + 0.01)
})
