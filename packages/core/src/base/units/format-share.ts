const smallest = 0.01
const aroundAll = 0.1

/**
 * Writes a share in percent with three significant digits, or four close to all of it: `97.3 %`, `99.96 %`.
 *
 * What is neither nothing nor all of it is never written as `0 %` or `100 %`: what is nearer than four digits tell is `<0.01 %`, `>99.99 %` or
 * `>100 %`.
 *
 * @param share from 0 to 1, or more where it is one of something else
 */
export function formatShare(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < smallest) return `<${smallest} %`
  if (percent < 100 && percent > 100 - smallest) return `>${100 - smallest} %`
  const text = percent.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(percent - 100) < aroundAll ? 4 : 3 })
  return text === '100' && percent > 100 ? '>100 %' : `${text} %`
}
