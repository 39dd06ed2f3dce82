import { expect, test } from 'vitest'
import { compare, tell, type Comparison } from '../../../../test/accuracy/compare.ts'
import type { Mutation } from '../../../../test/accuracy/lab.ts'
import type { HttpLabOptions } from './http-lab.ts'
import type { PlanLabOptions } from './plan-lab.ts'

const lab = import.meta.resolve('./http-lab.ts')
const planLab = import.meta.resolve('./plan-lab.ts')
// Without a load thread, which takes longer to start than such a block.
const closed: HttpLabOptions = { workers: 0, delays: [0], connections: 1, requests: 400 }
const open: HttpLabOptions = { workers: 0, delays: [0], connections: 200, requests: 200, rate: 2000 }
const planned: PlanLabOptions = { rate: 500, requests: 100 }

/** How often each mutation is made. */
const times = Number(process.env['TESTS_MUTATION_TIMES'] ?? 1)

interface Case {
  readonly mutation: Mutation
  readonly comparison: Omit<Comparison, 'lab'> & { readonly lab?: string }
  /** By how much the figure is wrong, in its unit: noise that is larger hides it, and then nothing is proved. Without it a count is wrong. */
  readonly adds?: number
  /** The text that must report it. */
  readonly found: RegExp
}

const cases: readonly Case[] = [
  {
    mutation: {
      name: 'half a millisecond is added in the recorder',
      file: '/recorder/scenario-recorder.ts',
      replaced: 'const responseTime = now - plannedAt',
      replacement: 'const responseTime = now - plannedAt + 500',
    },
    comparison: { options: closed, figures: ['service p2.5'] },
    adds: 0.5,
    found: /service p2\.5: more after/,
  },
  {
    mutation: {
      name: 'one request is counted twice, at its start as at its end',
      file: '/recorder/scenario-recorder.ts',
      replaced: 'this.#run.responded(outcome, status)',
      replacement:
        'if (this.#lastEnd === 0) { this.#run.started(1, 0); this.#run.responded(outcome, status) } this.#run.responded(outcome, status)',
    },
    comparison: { options: closed, figures: ['service p2.5'] },
    found: /\+ +started: 401/,
  },
  {
    mutation: {
      name: 'half of the warm-up leaks into the run phase',
      file: '/recorder/scenario-recorder.ts',
      replaced: 'this.#runStart = runStart',
      replacement: 'this.#runStart = runStart - 50_000',
    },
    comparison: { options: closed, figures: ['service p2.5'] },
    found: /\+ +started: \d{3,}/,
  },
  {
    mutation: {
      name: 'arrivals come in bursts, one each 50 ms',
      file: '/engine/open-executor.ts',
      replaced: 'schedule.runStart + this.#arrivals.dueAt',
      replacement: 'schedule.runStart + Math.floor(this.#arrivals.dueAt / 50_000) * 50_000',
    },
    comparison: { options: open, figures: [], atMost: ['unevenness'] },
    // Bursts make it 1.6 in all, of which a machine that is full shows 0.5 by itself.
    adds: 1.1,
    found: /unevenness: more after/,
  },
  {
    mutation: {
      name: 'what is to be started precisely waits for timers of a millisecond',
      file: '/engine/timing.ts',
      replaced: "return this.#mode === 'precise' ||",
      replacement: 'return false &&',
    },
    comparison: { lab: planLab, options: planned, figures: [], atMost: ['send lag p50'] },
    adds: 0.5,
    found: /send lag p50: more after/,
  },
]

test.for(cases.flatMap((each) => Array.from({ length: times }, () => each)))(
  'it is found when $mutation.name',
  async ({ mutation, comparison, adds = Number.POSITIVE_INFINITY, found }, context) => {
    const { decision, text, margin } = await compare({ lab, ...comparison }, mutation)
    tell(context, decision, text)
    if (decision === 'undecided') context.skip(text)
    if (decision === 'same' && margin >= adds) context.skip(`the noise hides the ${adds} that this mutation adds\n${text}`)
    expect(decision, text).toBe('different')
    expect(text).toMatch(found)
  },
)
