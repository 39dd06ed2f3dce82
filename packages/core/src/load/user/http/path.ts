/** A path with its template, which names the endpoint. */
export interface RoutePath {
  /** The path that is sent, such as `/api/auctions/17/bid?dry=1`. */
  readonly path: string
  /** The template, such as `/api/auctions/{id}/bid`. */
  readonly template: string
}

type Scalar = string | number | boolean | bigint

/** A value in a path: plain, or as an object with one key, which is its name in the template. */
export type PathValue = Scalar | Readonly<Record<string, Scalar>>

// The texts of a template literal are the same object each time it is evaluated.
const templates = new WeakMap<TemplateStringsArray, string>()

/**
 * Makes a path with encoded values, whose template names the endpoint.
 *
 * A function cannot see the names of variables, so a plain value is shown as `{id}`, and `${{ slug }}`, an object with one key, as `{slug}`: the paths
 * `/auctions/${auction}/bids/${{ bid }}` of all auctions and bids share the endpoint `/auctions/{id}/bids/{bid}`. The query is not part of the
 * endpoint.
 *
 * @throws TypeError for a value that is missing or empty, and for an object that does not have exactly one key
 */
export function path(texts: TemplateStringsArray, ...values: readonly PathValue[]): RoutePath {
  let made = texts[0] ?? ''
  let areNamed = false
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    const isNamed = typeof value === 'object' && value !== null
    areNamed ||= isNamed
    made += encode(isNamed ? Object.values(value)[0] : value, index) + (texts[index + 1] ?? '')
  }
  return { path: made, template: areNamed ? makeTemplate(texts, values) : plainTemplate(texts) }
}

function encode(value: Scalar | undefined, index: number): string {
  const text = value === undefined || value === null ? '' : String(value)
  if (text === '') throw new TypeError(`value ${index + 1} of the path is ${value === '' ? 'empty' : String(value)}`)
  return encodeURIComponent(text)
}

function plainTemplate(texts: TemplateStringsArray): string {
  let template = templates.get(texts)
  if (template === undefined) templates.set(texts, (template = texts.join('{id}')))
  return template
}

function makeTemplate(texts: TemplateStringsArray, values: readonly PathValue[]): string {
  let template = texts[0] ?? ''
  for (const [index, value] of values.entries()) template += `{${nameOf(value)}}${texts[index + 1] ?? ''}`
  return template
}

function nameOf(value: PathValue): string {
  if (typeof value !== 'object') return 'id'
  const [name, ...others] = Object.keys(value)
  if (name === undefined || others.length > 0)
    throw new TypeError('a value of a path that is an object names itself: it must have exactly one key')
  return name
}
