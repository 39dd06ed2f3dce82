import type { ConfigIssue } from '../base/errors/benchpress-error.ts'
import { configIssues } from './config-issues.ts'
import { z } from 'zod'
import { fieldsOf } from './unchecked.ts'
import { hasNoTarget, nameless, type SuiteConfig } from './config.ts'
import { checkTogether, findNameProblems, strictObject, type FieldsProblem } from './fields/object-schema.ts'
import { durationSchema, wholeNumberSchema } from './fields/quantity-schema.ts'
import { targetSchema } from './target/target-schema.ts'

/** The settings of a suite without its tests, and their issues. */
export interface SuiteResolution {
  /** The settings, with defaults instead of invalid ones. */
  readonly suite: ResolvedSuite
  readonly issues: readonly ConfigIssue[]
}

/** Checks a suite without its tests, and fills in its defaults. Nothing is started or connected to. */
export function resolveSuite(input: unknown, cwd: string): SuiteResolution {
  const { success, data, error } = suiteSchema(cwd).safeParse(input, { reportInput: true })
  return success ? { suite: data, issues: [] } : { suite: { repeats: 1, pause: 0 }, issues: configIssues(error) }
}

/** The settings of a suite, with every default filled in. */
export interface ResolvedSuite {
  /** The number of runs of each test on each variant. */
  readonly repeats: number
  /** The pause between two runs, in microseconds. */
  readonly pause: number
}

/** A suite without its tests, each of which is checked as a config. */
function suiteSchema(cwd: string): z.ZodType<ResolvedSuite> {
  return strictObject({
    // The name is that of the only test if there is one, and is checked there.
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
  const message = 'no test runs on a variant: each has a target of its own'
  return [{ path: ['variants'], message, hint: 'leave out the target of tests that shall run on each variant' }]
}

// Tests with the same name would be taken for repeats.
function findNamesakes({ tests }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const names = Array.isArray(tests) ? tests.map((test) => fieldsOf(test)['name'] ?? nameless) : []
  return names.flatMap((name, index) => {
    const first = names.indexOf(name)
    if (first === index) return []
    return [{ path: ['tests', index, 'name'], message: `is that of tests[${first}] too`, hint: 'give each test a name of its own' }]
  })
}
