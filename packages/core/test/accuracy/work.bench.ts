import { microbenchmark } from '../../src/index.ts'

const size = 4096

/** What the cases work on. */
export function setup({ random }: { readonly random: { next(): number } }): {
  readonly numbers: Float64Array
  readonly milliseconds: number
} {
  return { numbers: Float64Array.from({ length: size }, () => random.next()), milliseconds: 2 }
}

type State = ReturnType<typeof setup>

/** Functions of different cost, one that waits, and two tiny ones: before all others and behind them. */
export const cases = {
  first: ({ numbers }: State): number | undefined => numbers[1],
  half: ({ numbers }: State): number => sum(numbers, size / 2),
  whole: ({ numbers }: State): number => sum(numbers, size),
  waits: ({ milliseconds }: State): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  last: ({ numbers }: State): number | undefined => numbers[2],
}

export default microbenchmark({ setup, cases })

// Each addition waits for the one before it, so that no compiler can do several at once.
function sum(numbers: Float64Array, count: number): number {
  let total = 0
  for (let index = 0; index < count; index++) total = total * 0.5 + (numbers[index] ?? 0)
  return total
}
