import { z } from 'zod'
import { redactHeaderLine, showValue } from '../../base/redact/redact-text.ts'
import { checkTogether, type FieldsProblem } from '../fields/object-schema.ts'
import type { ConfigContext } from '../config-context.ts'

const token = /^[!#$%&'*+.^_`|~\w-]+$/
const reserved: Readonly<Record<string, string>> = {
  'content-length': 'it is counted from the body',
  'transfer-encoding': 'bodies are sent whole, with their content-length',
  connection: 'connections are kept open; with a workload of connections, reconnectAfter closes them',
}

/** Header fields by name; names are kept as they are written. */
export function headersSchema({ hasCredentials }: Pick<ConfigContext, 'hasCredentials'>): z.ZodType<Record<string, string>> {
  return z
    .record(z.string(), z.string())
    .check(
      checkTogether((headers) => [
        ...Object.entries(headers).flatMap(([name, value]) => findProblems(name, value)),
        ...findTwins(headers),
        ...(hasCredentials ? findSecondCredentials(headers) : []),
      ]),
    )
}

function findProblems(name: string, value: unknown): readonly FieldsProblem[] {
  const path = [name]
  const reason = reserved[name.toLowerCase()]
  const problems: FieldsProblem[] = []
  if (!token.test(name)) problems.push({ message: `${showValue(redactHeaderLine(name))} is not a valid header name` })
  if (reason !== undefined) problems.push({ path, message: `cannot be set: ${reason}` })
  // the value is not shown: it may be a password
  if (typeof value === 'string' && /[\r\n\0]/.test(value)) problems.push({ path, message: 'must not contain line breaks or NUL' })
  return problems
}

function findTwins(headers: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const names = Object.keys(headers)
  return names
    .filter((name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index)
    .map((name) => ({ path: [name], message: 'is given twice, in different case' }))
}

function findSecondCredentials(headers: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  return Object.keys(headers)
    .filter((name) => name.toLowerCase() === 'authorization')
    .map((name) => ({
      path: [name],
      message: "cannot be given beside the user and password in the target's URL, which are sent as authorization",
      hint: 'give one of them',
    }))
}
