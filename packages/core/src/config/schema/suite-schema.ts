import { z } from 'zod'
import { hasNoTarget } from '../has-no-target.ts'
import type { SuiteConfig } from '../suite-config.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { durationSchema } from './duration-schema.ts'
import { findNameProblems } from './find-name-problems.ts'
import { strictObject } from './strict-object.ts'
import { targetSchema } from './target-schema.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

// That of a test that has none.
const defaultName = 'test'

/** How a suite is run, with every default filled in. */
export interface ResolvedSuite {
  /** How often each test is run, on each variant. */
  readonly repeats: number
  /** Rest between two runs, in microseconds. */
  readonly pause: number
}

/** A whole suite but for its tests, each of which is checked as a config. */
export function suiteSchema(cwd: string): z.ZodType<ResolvedSuite> {
  return strictObject({
    // That of the only test, where there is one; it is checked there.
    name: z.unknown(),
    tests: z.array(z.unknown()).min(1),
    variants: z
      .record(z.string(), targetSchema(cwd))
      .check(checkTogether((variants) => findNameProblems(Object.keys(variants), 'variant')))
      .optional(),
    repeats: wholeNumberSchema(1).optional(),
    pause: durationSchema.optional(),
  } satisfies Record<keyof SuiteConfig, z.ZodType>)
    .check(checkTogether(findIdleVariants), checkTogether(findNamesakes))
    .transform(({ repeats = 1, pause = 0 }) => ({ repeats, pause }))
}

function findIdleVariants({ tests, variants }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (variants === undefined || !Array.isArray(tests) || tests.some(hasNoTarget)) return []
  const message = 'no test runs on them: each has a target of its own'
  return [{ path: ['variants'], message, hint: 'leave out the target of tests that shall run on each variant' }]
}

// Tests of one name would be taken for repeats of one test.
function findNamesakes({ tests }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const names = Array.isArray(tests) ? tests.map(nameOf) : []
  return names.flatMap((name, index) => {
    const first = names.indexOf(name)
    if (first === index) return []
    return [{ path: ['tests', index, 'name'], message: `is that of tests[${first}] too`, hint: 'give each test a name of its own' }]
  })
}

function nameOf(test: unknown): unknown {
  const name = typeof test === 'object' && test !== null && 'name' in test ? test.name : undefined
  return name ?? defaultName
}
