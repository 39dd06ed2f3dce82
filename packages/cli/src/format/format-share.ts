/** Writes a share of 0 to 1 in percent with three significant digits, or four close to all of it; what is neither nothing nor all of it is never written as `0 %` or `100 %`. */
export function formatShare(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.01) return '<0.01 %'
  if (percent < 100 && percent > 99.99) return '>99.99 %'
  return `${Number(percent.toPrecision(percent < 100 && percent > 99.9 ? 4 : 3))} %`
}
