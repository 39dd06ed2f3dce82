/** Writes seconds with at most two decimals, without a space, as in `30.23s`. */
export function formatSeconds(seconds: number): string {
  return `${Math.round(seconds * 100) / 100}s`
}
