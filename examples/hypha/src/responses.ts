import type { ServiceResponse } from './service-request.ts'

const crossOrigin: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET,POST,PUT,DELETE,OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization,Content-Type',
}
// Deno sends this header with every text.
const ofText = { Vary: 'Accept-Encoding' }
const plainJson: Readonly<Record<string, string>> = { 'Content-Type': 'application/json', ...ofText }
const sharedJson: Readonly<Record<string, string>> = { ...plainJson, ...crossOrigin }

/** Responds with the result of a service as JSON, readable by any page. A value such as `NaN` becomes `null`. */
export function jsonResponse(value: unknown): ServiceResponse {
  return { status: 200, headers: sharedJson, body: JSON.stringify(value) }
}

/** The response of a healthy server. */
export function healthResponse(): ServiceResponse {
  return { status: 200, headers: plainJson, body: JSON.stringify({ status: 'OK', timestamp: new Date().toISOString() }) }
}

/** The response for a failed request. */
export function refuse(status: number, detail: string): ServiceResponse {
  return { status, headers: plainJson, body: JSON.stringify({ success: false, detail }) }
}

/** The response to an unknown path. */
export const notFound: ServiceResponse = { status: 404, headers: { 'Content-Type': 'text/plain', ...ofText }, body: 'Not Found' }

/** The response to the preflight request of a browser. */
export const preflight: ServiceResponse = { status: 204, headers: crossOrigin, body: '' }
