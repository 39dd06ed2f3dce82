import type { z } from 'zod'
import { closestName } from '../base/errors/closest-name.ts'
import { fieldsOf } from './unchecked.ts'
import type { ConfigIssue } from '../base/errors/benchpress-error.ts'
import { isSecretName, redactText } from '../base/redact/redact-text.ts'
import { showValue } from '../base/redact/cut-text.ts'

type ZodIssue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Describes the issues that the schema found, each with its path and the received value. */
export function configIssues(error: z.ZodError): readonly ConfigIssue[] {
  const issues = error.issues.flatMap((issue) => translate(issue, []))
  return issues.filter((issue) => !isExplainedByTypo(issue, issues))
}

function translate(issue: ZodIssue, base: Path): ConfigIssue[] {
  const path = [...base, ...issue.path]
  switch (issue.code) {
    case 'unrecognized_keys': {
      const hints = issue.message.split('\n')
      return issue.keys.map((key, index) => ({ path: formatPath(path), message: `unknown key ${showValue(key)}`, hint: hints[index] }))
    }
    case 'invalid_union': {
      const branch = closestBranch(issue.errors)
      return (
        branch?.flatMap((inner) => translate(inner, path)) ?? [{ path: formatPath(path), message: withValue(issue.message, issue, path) }]
      )
    }
    case 'invalid_key':
      return [{ path: formatPath(path.slice(0, -1)), message: `has a key that is no string: ${String(path.at(-1))}` }]
    case 'custom':
      return [{ path: formatPath(path), message: issue.message, hint: issue.params?.['hint'] }]
    default:
      return [{ path: formatPath(path), message: withValue(demand(issue), issue, path), hint: hintForWord(issue) }]
  }
}

/** The branch of a union that was probably meant: of the right kind, with the fewest issues. */
function closestBranch(branches: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] | undefined {
  return branches.filter((branch) => !branch.some(isOfOtherKind)).toSorted((a, b) => a.length - b.length)[0]
}

function isOfOtherKind(issue: ZodIssue): boolean {
  if (issue.code === 'custom') return issue.params?.['isOfOtherKind'] === true
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
}

function demand(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${wordsOf.format(issue.values.map((value) => JSON.stringify(value)))}`
    case 'too_small':
      return 'must not be empty'
    default:
      return issue.message
  }
}

const wordsOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function hintForWord(issue: ZodIssue): string | undefined {
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return undefined
  const meant = closestName(issue.input, issue.values.map(String))
  return meant === undefined ? undefined : `did you mean "${meant}"?`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  function: 'a function',
  Uint8Array: 'a Uint8Array',
}

function withValue(text: string, issue: ZodIssue, path: Path): string {
  const value = receivedBy(issue)
  if (value === undefined && path.length > 0) return `is required and ${text}`
  return text === 'must not be empty' || isSecretName(String(path.at(-1))) ? text : `${text} (was ${showValue(value)})`
}

function receivedBy({ code, input, ...issue }: ZodIssue): unknown {
  if (code !== 'invalid_union' || !('discriminator' in issue) || issue.discriminator === undefined) return input
  return fieldsOf(input)[issue.discriminator]
}

function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    const name = redactText(String(key))
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** Whether a required key is missing because its name was mistyped, which the issue of the unknown key explains. */
function isExplainedByTypo(issue: ConfigIssue, issues: readonly ConfigIssue[]): boolean {
  if (!issue.message.startsWith('is required')) return false
  return issues.some(({ path, hint }) => {
    const meant = /^did you mean "(.+)"\?$/.exec(hint ?? '')?.[1]
    return meant !== undefined && issue.path === (path === '' ? meant : `${path}.${meant}`)
  })
}
