import { expect, test, type TestContext } from 'vitest'
import { codeOf, expectRight, presetParts, runPreset, type PresetPart, type Program, type RanPreset } from './preset-programs.ts'
import { RestartingFront } from './restarting-front.ts'

/** A program of a test, which ends with it. */
async function start({ onTestFinished }: TestContext, part: PresetPart): Promise<Program> {
  const program = await part.start()
  onTestFinished(() => program.close())
  return program
}

/** A front of a program, which ends before it. */
async function startFront({ onTestFinished }: TestContext, url: string, after: number): Promise<RestartingFront> {
  const front = await RestartingFront.start(url, after)
  onTestFinished(() => front.close())
  return front
}

async function runAgainst(context: TestContext, part: PresetPart, after: number): Promise<RanPreset & { readonly restarts: number }> {
  const program = await start(context, part)
  const front = await startFront(context, program.url, after)
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

// These have few users, who come late where the machine is busy: then the restart is too late to be over in the run.
const hasFewUsers = ({ preset }: PresetPart): boolean => preset.startsWith('nestjs:')

// Some at a time: each has a program of its own, most of the time they wait for it, and they are judged by their counts alone.
test.concurrent.for(presetParts.filter((part) => !hasFewUsers(part)))(
  '$preset against a program that is restarted in the middle: the run goes on, and says from when to when it was away',
  expectAwayOnce,
)

test.concurrent.for(presetParts)(
  '$preset against a program that is right: every response is right, and it was never away',
  async (part, context) => {
    expectRight(await runAgainst(context, part, Infinity))
  },
)

test.for(presetParts.filter(hasFewUsers))(
  '$preset against a program that is restarted in the middle: the run goes on, and says from when to when it was away',
  expectAwayOnce,
)

test('a server of a cluster that is restarted in the middle: the others continue, and the failed requests are listed by their server', async (context) => {
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

test('what opening a connection of the bridge takes after a restart holds none of the waits of its journey', async (context) => {
  const [bridge] = presetParts.filter(({ preset }) => preset === 'bridge')
  if (bridge === undefined) throw new Error('there is no part of the bridge')
  const { tests } = await runAgainst(context, bridge, bridge.after)
  // There were such waits: a subscriber whose connection broke opens the next a second later.
  expect(tests[0]?.metrics['sse_reconnect_gap']?.values?.max).toBeGreaterThan(990)
  const [subscribers] = tests.flatMap(({ scenarios }) => scenarios).filter(({ name }) => name === 'subscribers')
  const { max } = subscribers?.responseTime ?? { max: Infinity }
  const [served, waited] = [subscribers?.serviceTime.max ?? 0, subscribers?.users?.httpWaiting.max ?? 0]
  // Histograms keep three digits.
  expect(max).toBeLessThanOrEqual((served + waited) * 1.01 + 0.01)
})
