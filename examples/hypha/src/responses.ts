import type { ServiceResponse } from './service-request.ts'

const crossOrigin: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET,POST,PUT,DELETE,OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization,Content-Type',
}
// Deno says of every text that it could have been compressed.
const ofText = { Vary: 'Accept-Encoding' }
const plainJson: Readonly<Record<string, string>> = { 'Content-Type': 'application/json', ...ofText }
const sharedJson: Readonly<Record<string, string>> = { ...plainJson, ...crossOrigin }

/** What a service gave, in JSON, for any page to read. What JSON has no word for, such as `NaN`, is `null` in it. */
export function jsonResponse(value: unknown): ServiceResponse {
  return { status: 200, headers: sharedJson, body: JSON.stringify(value) }
}

/** A response that says that the server is well. */
export function healthResponse(): ServiceResponse {
  return { status: 200, headers: plainJson, body: JSON.stringify({ status: 'OK', timestamp: new Date().toISOString() }) }
}

/** A response that says what could not be done. */
export function refuse(status: number, detail: string): ServiceResponse {
  return { status, headers: plainJson, body: JSON.stringify({ success: false, detail }) }
}

/** The response to an unknown path. */
export const notFound: ServiceResponse = { status: 404, headers: { 'Content-Type': 'text/plain', ...ofText }, body: 'Not Found' }

/** The response to a browser that asks whether it may. */
export const preflight: ServiceResponse = { status: 204, headers: crossOrigin, body: '' }
