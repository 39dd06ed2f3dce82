import { z } from 'zod'
import type { ConfigIssue } from '../base/errors/benchpress-error.ts'
import { configIssues } from '../config/config-issues.ts'
import { checkTogether, findNameProblems, strictObject } from '../config/fields/object-schema.ts'
import type { Flag } from './flag.ts'
import type { Preset, StandIn, UnfitFlag } from './define-preset.ts'
import type { Claim, DocumentedColumn, DocumentedRow, DocumentedTable, Source } from './documented.ts'
import type { Parameter } from './parameter.ts'

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

const flag = strictObject({
  flags: like(/^(?:-[A-Za-z], )?--[a-z][a-z\d-]*(?: [<[][\w=-]+[>\]])?$/, 'written such as "--size <bytes>"'),
  description: text,
  default: text.optional(),
  aliases: z.array(text).optional(),
  words: z.array(text).optional(),
  repeatable: z.boolean().optional(),
  env: variable.optional(),
  parse: callable,
} satisfies Record<keyof Flag<unknown>, z.ZodType>)

const parameterKinds = [
  'count',
  'rate',
  'share',
  'number',
  'time',
  'switch',
  'word',
  'text',
  'path',
  'url',
  'secret',
  'file',
  'urls',
  'sweep',
] as const

const parameter = strictObject({
  kind: z.enum(parameterKinds satisfies readonly Parameter['kind'][], { error: `must be one of ${parameterKinds.join(', ')}` }),
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

const column = strictObject({
  head: text,
  unit: text,
  figure: text.optional(),
  variant: text.optional(),
  change: z.tuple([text, text]).optional(),
  measure: callable.optional(),
} satisfies Record<keyof DocumentedColumn, z.ZodType>)

const row = strictObject({
  name: text,
  where: z.record(z.string(), z.unknown()).optional(),
  documented: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.number())])).optional(),
  unit: text.optional(),
  times: callable.optional(),
  measure: z.record(z.string(), callable).optional(),
  over: text.optional(),
  missing: callable.optional(),
} satisfies Record<keyof DocumentedRow, z.ZodType>)

const table = strictObject({
  title: text,
  intro: text.optional(),
  columns: z.array(column),
  rows: z.union([z.array(row), callable]),
  onlyRun: z.boolean().optional(),
  detail: z.boolean().optional(),
} satisfies Record<keyof DocumentedTable, z.ZodType>)

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
  flags: z.record(z.string(), flag).optional(),
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
  sources: z.array(z.tuple([z.instanceof(RegExp), text])).optional(),
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
