import type { HttpOptions, JourneyExpect, HttpStreamOptions, StreamHandler } from './http-client.ts'

const known: Readonly<Record<keyof HttpOptions, true>> = {
  headers: true,
  query: true,
  body: true,
  json: true,
  form: true,
  multipart: true,
  auth: true,
  expect: true,
  name: true,
  tags: true,
  timeout: true,
  redirects: true,
  discardBody: true,
}

const { discardBody: _, ...ofBoth } = known
const knownOfStream: Readonly<Record<keyof HttpStreamOptions, true>> = { ...ofBoth, method: true }

const expectable: Readonly<Record<keyof JourneyExpect, true>> = { status: true, body: true, json: true }

/**
 * Makes sure that no option of a request goes unheard, such as a body under the name it has elsewhere.
 *
 * @throws TypeError for an option that is not known
 */
export function checkOptions(options: HttpOptions): void {
  for (const key in options) if (!Object.hasOwn(known, key)) refuse(key, known)
  for (const key in options.expect) if (!Object.hasOwn(expectable, key)) refuse(`expect.${key}`, expectable)
}

/**
 * The same for a stream, and that there is somebody who hears of it.
 *
 * @throws TypeError for an option that is not known, or a handler that lacks a function
 */
export function checkStreamOptions(options: HttpStreamOptions, handler: StreamHandler): void {
  for (const key in options) if (!Object.hasOwn(knownOfStream, key)) refuse(key, knownOfStream, 'a stream')
  for (const key in options.expect) if (key !== 'status') refuse(`expect.${key}`, { 'expect.status': true }, 'a stream')
  for (const name of ['onHead', 'onBytes', 'onEnd'] as const) {
    if (typeof handler[name] !== 'function')
      throw new TypeError(`the handler of a stream needs the functions onHead, onBytes and onEnd; ${name} is missing`)
  }
}

function refuse(key: string, among: object, of = 'a request'): never {
  throw new TypeError(`${of} has no option "${key}"; known are ${Object.keys(among).join(', ')}`)
}
