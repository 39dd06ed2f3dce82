import { z } from 'zod'
import type { ConfigIssue } from '../base/errors/benchpress-error.ts'
import { configIssues } from '../config/config-issues.ts'
import { checkTogether, findNameProblems, strictObject } from '../config/fields/object-schema.ts'
import type { Flag } from './flag.ts'
import type { Preset, Publication, StandIn, UnfitFlag } from './define-preset.ts'

const text = z.string().min(1)
const texts = z.record(z.string(), text)
const callable = z.custom((value) => typeof value === 'function', {
  error: ({ input }) => (input === undefined ? 'is required' : 'must be a function'),
})

/** Text that matches a pattern, with a description of the pattern. */
function like(pattern: RegExp, what: string): z.ZodString {
  return z.string().regex(pattern, { error: `must be ${what}` })
}

const flag = strictObject({
  flags: like(/^(?:-[A-Za-z], )?--[a-z][a-z\d-]*(?: [<[][\w=-]+[>\]])?$/, 'written such as "--size <bytes>"'),
  description: text,
  default: text.optional(),
  aliases: z.array(text).optional(),
  words: z.array(text).optional(),
  repeatable: z.boolean().optional(),
  env: like(/^[A-Z]\w*$/, 'the name of an environment variable, such as SHOP_SIZE').optional(),
  parse: callable,
} satisfies Record<keyof Flag<unknown>, z.ZodType>)

const presetSchema = strictObject({
  name: like(/^[a-z][a-z\d-]*$/, 'lower-case letters, digits and "-", a letter first'),
  title: text,
  parts: texts.check(checkTogether((parts) => findNameProblems(Object.keys(parts), 'part'))).optional(),
  partsOfServers: z.array(text).optional(),
  source: text,
  documented: strictObject({
    tool: text,
    machine: text,
    runs: z.array(z.unknown()),
    what: text.optional(),
  } satisfies Record<keyof Publication, z.ZodType>),
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
  adapt: callable.optional(),
  knownRoutes: callable.optional(),
  standIn: strictObject({ description: text, load: callable, code: callable.optional() } satisfies Record<
    keyof StandIn,
    z.ZodType
  >).optional(),
  listen: callable.optional(),
  showsRuns: z.boolean().optional(),
  pages: texts.optional(),
  sections: callable,
  findings: callable.optional(),
  files: callable.optional(),
} satisfies Record<keyof Preset, z.ZodType>)

/** Finds everything that is wrong with a preset, each problem with its path. */
export function presetIssues(exported: object): readonly ConfigIssue[] {
  const { error } = presetSchema.safeParse(exported, { reportInput: true })
  return error === undefined ? [] : configIssues(error)
}
