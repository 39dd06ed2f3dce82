import { z } from 'zod'
import { isSecretName, showValue } from '../../base/redact/redact-text.ts'
import { checkTogether } from './object-schema.ts'

/** The fewest characters of a secret: a shorter text occurs by chance, so that redacting it would make figures and words unreadable. */
export const shortestSecret = 4

/** What journeys read as `env`, by name. */
export const envSchema: z.ZodType<Readonly<Record<string, string>>> = variablesSchema((name, value) => {
  if (typeof value === 'string') return undefined
  return isSecretName(name) ? 'must be a string' : `must be a string (was ${showValue(value)})`
})

/** What journeys read as `env`, by name; no value is shown. */
export const secretsSchema: z.ZodType<Readonly<Record<string, string>>> = variablesSchema((_, value) => {
  if (typeof value !== 'string') return 'must be a string'
  return value.length < shortestSecret
    ? `must have at least ${shortestSecret} characters, or what only looks like it is redacted too`
    : undefined
})

function variablesSchema(findProblem: (name: string, value: unknown) => string | undefined): z.ZodType<Readonly<Record<string, string>>> {
  return z.record(z.string(), z.custom<string>()).check(
    checkTogether((variables) =>
      Object.entries(variables).flatMap(([name, value]) => {
        if (value === undefined) return [{ path: [name], message: 'is undefined', hint: unsetHint }]
        const message = findProblem(name, value)
        return message === undefined ? [] : [{ path: [name], message }]
      }),
    ),
  )
}

const unsetHint = `if it comes from process.env, the variable is not set; set it, or give a default with ?? 'text'`
