import { inspect } from 'node:util'
import { redactText } from '../../base/redact/redact-text.ts'

const longest = 200
// Far more than is shown, so that a secret is found before the text is cut, yet no message takes long to search.
const longestSearched = 2000

/** Why something failed, as one short line without secrets: the first line of the message of what was thrown. */
export function failureReason(thrown: unknown): string {
  const [line = ''] = messageOf(thrown)
    .slice(0, longestSearched)
    .trim()
    .split(/[\r\n]/, 1)
  const text = redactText(line.trimEnd())
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (thrown instanceof Error) return thrown.message.trim() === '' ? thrown.name : thrown.message
  return inspect(thrown, { depth: 1, breakLength: Infinity })
}
