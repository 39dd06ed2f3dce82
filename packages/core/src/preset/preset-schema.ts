import { z } from 'zod'
import type { ConfigIssue } from '../base/errors/benchpress-error.ts'
import { configIssues } from '../config/config-issues.ts'
import { addProblem, checkTogether, findNameProblems, strictObject } from '../config/fields/object-schema.ts'
import { positiveDurationSchema, positiveRateSchema, wholeNumberSchema } from '../config/fields/quantity-schema.ts'
import { httpUrlSchema } from '../config/fields/url-schema.ts'
import { showValue } from '../base/redact/cut-text.ts'
import type { Preset, StandIn, UnfitFlag } from './define-preset.ts'
import type { Claim, DocumentedColumn, DocumentedRow, DocumentedTable, Source } from './documented.ts'
import type { Parameter, Parameters } from './parameter.ts'

const text = z.string().min(1)
const texts = z.record(z.string(), text)
const callable = z.custom((value) => typeof value === 'function', {
  error: ({ input }) => (input === undefined ? 'is required' : 'must be a function'),
})

/** Text that matches a pattern, with a description of the pattern. */
function like(pattern: RegExp, what: string): z.ZodString {
  return z.string().regex(pattern, { error: `must be ${what}` })
}

const variable = like(/^[A-Z]\w*$/, 'the name of an environment variable, such as SHOP_SIZE')

type Facts = Partial<Record<'kind' | 'setting', unknown>> & { readonly least?: number; readonly words?: readonly string[] }

/** The schemas of the values of parameters, by their kinds. */
const valueSchemas: { readonly [Kind in Parameter['kind']]: (facts: Facts) => z.ZodType } = {
  count: ({ least = 1 }) => wholeNumberSchema(least),
  rate: () => positiveRateSchema,
  share: () => numberLike((share) => share >= 0 && share <= 1, 'a number from 0 to 1, such as 0.01'),
  number: () => numberLike((number) => number > 0, 'a number above 0, such as 0.5'),
  time: () => positiveDurationSchema,
  switch: () => z.boolean(),
  word: ({ words = [] }) => z.enum(words),
  text: () => z.string(),
  path: () => like(/^\/[\w\-.~!$&'()*+,;=:@%/]*$/, 'a path such as /api'),
  url: () => httpUrlSchema,
  // Redacting a shorter secret would hide half of every text.
  secret: () =>
    z.string().superRefine((secret, context) => {
      if (!/^[!-~]{4,}$/.test(secret)) addProblem(context, 'must be at least 4 printable characters without spaces')
    }),
  file: () => z.string(),
  sweep: () => z.unknown(),
}

function numberLike(isRight: (value: number) => boolean, what: string): z.ZodType {
  return z.unknown().superRefine((value, context) => {
    if (typeof value !== 'number' || !isRight(value)) addProblem(context, `must be ${what} (was ${showValue(value)})`)
  })
}

/** Finds everything that is wrong with the given values of parameters, each problem with the key of its parameter. */
export function valueIssues(parameters: Parameters, values: object): readonly ConfigIssue[] {
  const schemas = Object.entries(parameters).map(([key, parameter]) => [key, valueSchemas[parameter.kind](parameter).optional()])
  const { error } = strictObject(Object.fromEntries(schemas) as z.ZodRawShape).safeParse(values, { reportInput: true })
  return error === undefined ? [] : configIssues(error)
}

const parameter = strictObject({
  kind: z.enum(Object.keys(valueSchemas)),
  says: text,
  default: z.unknown().optional(),
  documented: z.unknown().optional(),
  defaultSays: text.optional(),
  variable: variable.optional(),
  setting: text.optional(),
  isScaled: z.boolean().optional(),
  least: z.number().optional(),
  words: z.array(text).optional(),
})

// What a table is made of is known by its types; only what the report cannot do without is checked.
const table = z.looseObject({
  title: text,
  columns: z.array(z.looseObject({ head: text, unit: text } satisfies Partial<Record<keyof DocumentedColumn, z.ZodType>>)),
  rows: z.union([z.array(z.looseObject({ name: text } satisfies Partial<Record<keyof DocumentedRow, z.ZodType>>)), callable]),
} satisfies Partial<Record<keyof DocumentedTable, z.ZodType>>)

const presetSchema = strictObject({
  name: like(/^[a-z][a-z\d-]*$/, 'lower-case letters, digits and "-", a letter first'),
  title: text,
  parts: texts.check(checkTogether((parts) => findNameProblems(Object.keys(parts), 'part'))).optional(),
  partsOfServers: z.array(text).optional(),
  servers: z.number().optional(),
  variants: z.array(text).optional(),
  source: strictObject({
    url: text,
    commit: text.optional(),
    date: text.optional(),
    tool: text,
    machine: text,
    what: text.optional(),
  } satisfies Record<keyof Source, z.ZodType>),
  parameters: z
    .record(z.string(), parameter)
    .check(checkTogether((parameters) => findNameProblems(Object.keys(parameters), 'parameter')))
    .optional(),
  documented: z.array(table).optional(),
  claims: z.array(strictObject({ says: text, rule: callable } satisfies Record<keyof Claim, z.ZodType>)).optional(),
  corrections: z.array(z.union([text, callable])).optional(),
  url: z.url({ protocol: /^https?$/, error: 'must be a URL such as http://localhost:3000' }),
  unfit: z
    .array(
      strictObject({
        key: text,
        because: text,
        hint: text,
      } satisfies Record<keyof UnfitFlag, z.ZodType>),
    )
    .optional(),
  variables: texts.optional(),
  plugins: callable.optional(),
  suite: callable,
  local: callable.optional(),
  knownRoutes: callable.optional(),
  standIn: strictObject({ description: text, load: callable, code: callable.optional() } satisfies Record<
    keyof StandIn,
    z.ZodType
  >).optional(),
  listen: callable.optional(),
  showsRuns: z.boolean().optional(),
  pages: texts.optional(),
  sections: callable.optional(),
  findings: callable.optional(),
  files: callable.optional(),
} satisfies Record<keyof Preset, z.ZodType>)

/** Finds everything that is wrong with a preset, each problem with its path. */
export function presetIssues(exported: object): readonly ConfigIssue[] {
  const { error } = presetSchema.safeParse(exported, { reportInput: true })
  return error === undefined ? [] : configIssues(error)
}
