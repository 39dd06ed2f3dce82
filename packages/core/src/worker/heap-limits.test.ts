import { expect, test } from 'vitest'
import { heapLimits } from './heap-limits.ts'

const gigabyte = 2 ** 30

test('a load thread has less than 2 GB where the process has more', () => {
  expect(heapLimits([], 4 * gigabyte)).toEqual({ maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 2000 })
})

test.each([
  ['a flag names another size', ['--max-old-space-size=8000'], 8 * gigabyte],
  ['NODE_OPTIONS name another size', ['--enable-source-maps --max_old_space_size=8000'], 8 * gigabyte],
  ['a flag names a size of the whole heap', ['--max-heap-size=8000'], 8 * gigabyte],
  ['the process has less', [], gigabyte],
])('a load thread has what the process has when %s', (_, flags, limit) => {
  expect(heapLimits(flags, limit)).toEqual({ maxYoungGenerationSizeMb: 4 })
})
