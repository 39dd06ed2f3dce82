import { z } from 'zod'
import type { Reason, Verdict } from '../verdict/verdict.ts'
import { mirror } from './mirror.ts'

const reasonSchema = mirror<Reason>('Reason')(
  z.strictObject({
    rule: z.string().describe("The rule's name in kebab-case, such as queue-depth"),
    level: z.enum(['note', 'suspect', 'invalid']).describe('A note explains a figure and changes no level'),
    text: z.string().describe('A plain sentence with the figures that led to it'),
  }),
)

/** The judgement of one test or of a suite. */
export const verdictSchema: z.ZodType<Verdict> = mirror<Verdict>('Verdict')(
  z.strictObject({
    level: z.enum(['valid', 'suspect', 'invalid']).describe('How far the result can be believed: the worst level among the reasons'),
    reasons: z.array(reasonSchema).describe('Why it is judged as it is'),
  }),
)
