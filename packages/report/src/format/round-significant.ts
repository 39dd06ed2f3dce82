/** Rounds to three significant digits, but never away digits before the decimal point: `24.77` is `24.8`, `1234.5` is `1235`. */
export function roundSignificant(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
