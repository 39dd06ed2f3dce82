import { mean } from 'simple-statistics'

const widestInCell = 16
const bars = Array.from('▁▂▃▄▅▆▇█')

/** Draws a share from 0 to 1 as one character. */
export function drawBar(share: number): string {
  return bars[Math.min(bars.length - 1, Math.floor(share * bars.length))] ?? ''
}

/** The mean of the values at each of at most 16 places, from the lowest bar at the lowest value to the highest; a space where there is none. */
export function drawValues(values: readonly (number | null)[]): string {
  const size = Math.max(1, Math.ceil(values.length / widestInCell))
  const places = Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
    const known = values.slice(index * size, (index + 1) * size).filter((value) => value !== null)
    return known.length === 0 ? null : mean(known)
  })
  const known = places.filter((value) => value !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  return places
    .map((value) => {
      if (value === null) return ' '
      return drawBar(highest > lowest ? (value - lowest) / (highest - lowest) : 0.5)
    })
    .join('')
}
