import type { HttpOptions, JourneyExpect } from './http-client.ts'

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

function refuse(key: string, among: object): never {
  throw new TypeError(`a request has no option "${key}"; known are ${Object.keys(among).join(', ')}`)
}
