import { roundSignificant } from './round-significant.ts'

const units = ['ns', 'µs', 'ms', 's'] as const

/** Writes nanoseconds with three significant digits, in the unit that suits them: `0.52 ns`, `842 ns`, `24.8 µs`, `1.24 s`. */
export function formatNanoseconds(nanoseconds: number): string {
  const unit = units.findIndex((_, index) => roundSignificant(nanoseconds / 1000 ** index) < 1000)
  const index = unit === -1 ? units.length - 1 : unit
  return `${roundSignificant(nanoseconds / 1000 ** index)} ${units[index]}`
}
