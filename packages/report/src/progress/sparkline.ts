import type { Progress } from '@benchpress/core'

const levels = '▁▂▃▄▅▆▇█'

/** Draws figures as a row of bars from 0 to the highest figure: only 0 is the lowest bar, and an unknown figure is a gap. */
export function sparkline(figures: readonly (number | null)[]): string {
  const highest = Math.max(0, ...figures.map((figure) => figure ?? 0))
  const levelOf = (figure: number): number => (figure <= 0 ? 0 : Math.max(1, Math.round((figure / highest) * (levels.length - 1))))
  return figures.map((figure) => (figure === null ? ' ' : levels.charAt(levelOf(figure)))).join('')
}

type LiveSecond = NonNullable<Progress['second']> & Pick<Progress['responseTime'], 'p50' | 'p99'>

// The width of a sparkline on the widest terminal.
const mostSeconds = 120

/** The last reported seconds of the current run; a new run starts with none. */
export class LiveHistory {
  #run = ''
  #seconds: LiveSecond[] = []

  add({ test, point, variant, repeat, second, responseTime: { p50, p99 } }: Progress): void {
    const run = JSON.stringify([test, point, variant, repeat])
    if (run !== this.#run) this.#seconds = []
    this.#run = run
    if (second === null || second.at === this.#seconds.at(-1)?.at) return
    this.#seconds = [...this.#seconds, { ...second, p50, p99 }].slice(-mostSeconds)
  }

  /** Returns a figure of at most the last `count` seconds, up to the last reported one; `null` for a second that was not reported. */
  read(figure: Exclude<keyof LiveSecond, 'at'>, count: number): (number | null)[] {
    const last = this.#seconds.at(-1)?.at ?? -1
    const first = Math.max(this.#seconds[0]?.at ?? 0, last - count + 1)
    const told = new Map(this.#seconds.map((second) => [second.at, second[figure]]))
    return Array.from({ length: last - first + 1 }, (_, index) => told.get(first + index) ?? null)
  }
}
