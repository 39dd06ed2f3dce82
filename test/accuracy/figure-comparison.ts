import { mostFigures } from './figure-budget.ts'
import type { Block } from './lab.ts'
import { SequentialTest, type Decision } from './sequential.ts'

/** The chance that a run of all tests reports a difference where there is none. */
const alarmOfAll = 1e-4
/** The chance of missing a difference in one figure: where a difference must be found, and elsewhere. */
const misses = { mutated: 1e-6, usual: 0.05 }
/** Margin as a multiple of the typical difference between two blocks of the reference. Less than one percent of normally distributed noise exceeds it. */
const noises = 4

/** One figure of the reference and of benchpress, round by round. */
export class FigureComparison {
  readonly name: string
  readonly #mayBeLess: boolean
  readonly #test: SequentialTest
  readonly #noises: number[] = []
  readonly #ways: number[] = []
  readonly #unlearned: { readonly noise: number; readonly way: number }[] = []
  readonly #differences: number[] = []
  readonly #references: number[] = []

  constructor(name: string, mayBeLess: boolean, miss: keyof typeof misses) {
    this.name = name
    this.#mayBeLess = mayBeLess
    this.#test = new SequentialTest({ alarm: alarmOfAll / mostFigures, miss: misses[miss] })
  }

  get decision(): Decision {
    return this.#test.decision
  }

  /** Whether the rounds speak for a difference rather than for equality. */
  get seemsDifferent(): boolean {
    return this.#test.seemsDifferent
  }

  /** Adds two consecutive blocks of the reference, whose difference is noise, for the margin from the next round on. */
  addReference(first: Block, second: Block): void {
    const noise = Math.abs(valueOf(second, this.name) - valueOf(first, this.name))
    // A figure that may be lower does not depend on the network.
    this.#unlearned.push({ noise, way: this.#mayBeLess ? 0 : (second['way'] ?? 0) })
  }

  /** Adds consecutive blocks of both. The margin is that of earlier rounds, and so independent of this round. */
  add(reference: Block, ours: Block): void {
    const difference = valueOf(ours, this.name) - valueOf(reference, this.name)
    // With too few samples every gambler loses.
    if (Number.isFinite(difference)) {
      this.#differences.push(difference)
      this.#references.push(valueOf(reference, this.name))
    }
    this.#test.add(this.#mayBeLess ? Math.max(0, difference) : difference, this.margin)
    this.learn()
  }

  /** Updates the margin with all blocks of the reference so far. */
  learn(): void {
    for (const { noise, way } of this.#unlearned.splice(0)) {
      if (!Number.isFinite(noise + way)) continue
      this.#noises.push(noise)
      this.#ways.push(way)
    }
  }

  /**
   * The margin: a difference that equal loads seldom exceed, plus the time that benchpress's own work may take, which is that of the reference for the way to
   * the server and back.
   */
  get margin(): number {
    return noises * median(this.#noises) + median(this.#ways)
  }

  get summary(): { readonly rounds: number; readonly reference: number; readonly difference: number } {
    return { rounds: this.#differences.length, reference: median(this.#references), difference: median(this.#differences) }
  }
}

/** Describes a figure in one line. */
export function describeFigure(figure: FigureComparison): string {
  const { rounds, reference, difference } = figure.summary
  const [of, by, margin] = [reference, difference, figure.margin].map((value) => value.toPrecision(3))
  return `  ${figure.name}: ${figure.decision} after ${rounds} rounds; the reference ${of}, ours ${difference < 0 ? '' : '+'}${by}, margin ${margin}`
}

function valueOf(block: Block, name: string): number {
  const value = block[name]
  if (value === undefined) throw new Error(`no figure ${name}: ${JSON.stringify(block)}`)
  return value
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
