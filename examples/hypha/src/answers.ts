import type { ServiceAnswer } from './service-request.ts'

const crossOrigin: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Authorization',
}
const jsonHeaders: Readonly<Record<string, string>> = { 'Content-Type': 'application/json', ...crossOrigin }
const textHeaders: Readonly<Record<string, string>> = { 'Content-Type': 'text/plain', ...crossOrigin }

/** An answer in JSON. What JSON has no word for, such as `NaN`, is `null` in it. */
export function answerJson(value: unknown, status = 200): ServiceAnswer {
  return { status, headers: jsonHeaders, body: JSON.stringify(value) }
}

/** An answer that says what could not be done. */
export function refuse(status: number, detail: string): ServiceAnswer {
  return answerJson({ success: false, detail }, status)
}

/** The answer to a path that nobody knows. */
export const notFound: ServiceAnswer = { status: 404, headers: textHeaders, body: 'Not Found' }

/** The answer to a browser that asks whether it may. */
export const preflight: ServiceAnswer = { status: 204, headers: crossOrigin, body: '' }
