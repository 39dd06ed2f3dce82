import { expect, test } from 'vitest'
import { MissingPackageError } from './preset-packages.ts'
import { isPresetError, UsageError, usageError, type PresetError } from './preset-error.ts'

test('an error of another copy of the package is recognised by its kind', async () => {
  const specifier = './preset-error.ts?copy' as string
  const copy: { readonly usageError: typeof usageError } = await import(specifier)
  const error = copy.usageError('x')
  expect(error).not.toBeInstanceOf(UsageError)
  expect(isPresetError(error, UsageError)).toBe(true)
  expect(isPresetError(error, MissingPackageError)).toBe(false)
})

test.each([usageError('x'), new MissingPackageError('x')])('%s is recognised as its own kind only', (error) => {
  const kinds: readonly (new (...args: never[]) => PresetError)[] = [UsageError, MissingPackageError]
  expect(kinds.filter((kind) => isPresetError(error, kind))).toEqual([error.constructor])
})

test('an error of another library with the same name is not recognised', () => {
  expect(isPresetError(Object.assign(new Error('x'), { name: 'UsageError' }), UsageError)).toBe(false)
  expect(isPresetError(undefined, UsageError)).toBe(false)
})
