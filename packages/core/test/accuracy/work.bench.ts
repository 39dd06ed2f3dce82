import { microbenchmark } from '../../src/index.ts'

const size = 4096

/** Functions whose costs are known relative to each other, and one whose cost is known. */
export default microbenchmark({
  setup: ({ random }) => ({ numbers: Float64Array.from({ length: size }, () => random.next()), milliseconds: 5 }),
  cases: {
    half: ({ numbers }) => sum(numbers, size / 2),
    whole: ({ numbers }) => sum(numbers, size),
    waits: ({ milliseconds }) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    tiny_1: ({ numbers }) => numbers[1],
    tiny_2: ({ numbers }) => numbers[2],
    tiny_3: ({ numbers }) => numbers[3],
    tiny_4: ({ numbers }) => numbers[4],
    tiny_5: ({ numbers }) => numbers[5],
    tiny_6: ({ numbers }) => numbers[6],
  },
})

// Each addition waits for the one before it, so that no compiler can do several at once.
function sum(numbers: Float64Array, count: number): number {
  let total = 0
  for (let index = 0; index < count; index++) total = total * 0.5 + (numbers[index] ?? 0)
  return total
}
