import { judgeStatuses } from '../../http/judge-answer.ts'
import type { HttpAnswer } from './http-client.ts'
import type { JourneyExpect } from './http-options.ts'

const anyStatus = judgeStatuses({ status: undefined, body: undefined })
const judged = new Map<string, Uint8Array>()
const mostJudged = 100

/** The outcome of each status from 0 to 999 by itself, as an index into `outcomes`. */
export function judgeJourneyStatuses(accepted: JourneyExpect['status']): Uint8Array {
  if (accepted === undefined) return anyStatus
  const key = String(accepted)
  let table = judged.get(key)
  if (table === undefined) {
    table = judgeStatuses({ status: typeof accepted === 'number' ? [accepted] : accepted, body: undefined })
    if (judged.size < mostJudged) judged.set(key, table)
  }
  return table
}

/** What of an answer's body is not as it was expected; `undefined` when all is. A function that throws says no. */
export function findUnexpected(expect: JourneyExpect, answer: HttpAnswer): string | undefined {
  try {
    if (expect.body !== undefined && !matches(expect.body, answer.text())) return 'unexpected body'
  } catch (error) {
    return `unexpected body: ${messageOf(error)}`
  }
  try {
    if (expect.json !== undefined && !expect.json(answer.json())) return 'unexpected JSON'
  } catch (error) {
    return `unexpected JSON: ${messageOf(error)}`
  }
  return undefined
}

function matches(expected: NonNullable<JourneyExpect['body']>, text: string): boolean {
  if (typeof expected === 'string') return text === expected
  if (typeof expected === 'function') return expected(text)
  // A pattern with the flag g or y remembers where it was.
  expected.lastIndex = 0
  return expected.test(text)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
