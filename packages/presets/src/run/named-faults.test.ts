import { InvalidConfigError } from '@benchpress/core'
import { MissingPackageError, UsageError, usageError, type Preset } from '@benchpress/core/preset'
import { describe, expect, test } from 'vitest'
import { presetNamed } from '../../test/preset-named.ts'
import { withNamedFaults } from './named-faults.ts'

const deserve = presetNamed('deserve')

const fail = (): never => {
  throw new TypeError('no luck')
}
const asked = { part: undefined, own: {}, path: undefined }
const wanted = { target: 'http://localhost:1', path: '/', part: undefined, own: {} }

describe('an error of a third-party preset names the preset', () => {
  test.each<[string, Partial<Preset>, (preset: Preset) => unknown]>([
    ['suite', { suite: fail }, (preset) => preset.suite(wanted)],
    ['plugins', { plugins: fail }, (preset) => preset.plugins?.(undefined)],
    ['knownRoutes', { knownRoutes: fail }, (preset) => preset.knownRoutes?.(asked)],
    ['sections', { sections: fail }, (preset) => preset.sections?.({} as never, {} as never)],
    ['findings', { findings: fail }, (preset) => preset.findings?.({} as never, {} as never)],
    ['listen', { listen: fail }, (preset) => preset.listen?.()],
    [
      'standIn.load',
      { standIn: { description: 'x', load: async () => fail() } },
      async (preset) => await preset.standIn?.load({} as never, asked),
    ],
    [
      'standIn.code',
      { standIn: { description: 'x', load: fail, code: async () => fail() } },
      async (preset) => await preset.standIn?.code?.(),
    ],
  ])('an error in %s names the preset, the function and the place', async (name, changes, act) => {
    const [problem] = await problemsOf(changes, act)
    expect(problem).toEqual({
      message: `preset ./mine.ts: ${name}() failed: no luck`,
      hint: expect.stringMatching(/^at .*named-faults\.test\.ts:\d+/) as unknown,
    })
  })

  test.each<[string, unknown, (preset: Preset) => unknown]>([
    ['suite() failed: it must return a suite with a list of tests', { suite: () => undefined }, (preset) => preset.suite(wanted)],
    ['plugins() failed: it must return a list of modules', { plugins: () => 'x' }, (preset) => preset.plugins?.(undefined)],
  ])('a wrong return value is reported: %s', async (message, changes, act) => {
    expect(await problemsOf(changes as Partial<Preset>, act)).toEqual([{ message: `preset ./mine.ts: ${message}`, hint: undefined }])
  })
})

test.each([
  usageError('x'),
  new MissingPackageError('x'),
  new InvalidConfigError([{ path: 'tests', message: 'x' }]),
  new Error("Cannot find package 'x' imported from y"),
])('an error that says what to do is not wrapped: %s', (error) => {
  const preset = guarded({
    plugins: () => {
      throw error
    },
  })
  expect(() => preset.plugins?.(undefined)).toThrow(error)
})

test('all other members of a preset are kept, including those of its class', () => {
  class Shop {
    readonly name = 'shop'
    readonly #modules = ['a']
    plugins(): readonly string[] {
      return this.#modules
    }
    sections(): readonly string[] {
      return this.#modules
    }
  }
  const preset = withNamedFaults(Object.freeze(new Shop()) as unknown as Preset, './mine.ts')
  expect([preset.name, preset.plugins?.(undefined), preset.sections?.({} as never, {} as never)]).toEqual(['shop', ['a'], ['a']])
  expect(preset.standIn).toBeUndefined()
})

function guarded(changes: Partial<Preset>): Preset {
  return withNamedFaults({ ...deserve, ...changes }, './mine.ts')
}

async function problemsOf(changes: Partial<Preset>, act: (preset: Preset) => unknown): Promise<UsageError['problems']> {
  try {
    await act(guarded(changes))
  } catch (error) {
    if (error instanceof UsageError) return error.problems
    throw error
  }
  throw new Error('it did not fail')
}
