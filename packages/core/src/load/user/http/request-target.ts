import { withoutUserInfo } from '../../../base/redact/redact-text.ts'
import type { HttpOptions } from './http-client.ts'
import type { RoutePath } from './path.ts'

/** Where a request goes, as its path says. */
export interface RequestTarget {
  /** Of an absolute URL; `undefined` for the target's own. */
  readonly url: URL | undefined
  /** Path and query as they are sent. */
  readonly target: string
  /** What names the endpoint, after its method. */
  readonly template: string
}

// What may be sent as it is: printable ASCII without a space, and without a fragment, which is never sent. The first has no query either.
const barePath = /^\/[!"$->@-~]*$/
const plainPath = /^\/[!"$-~]*$/
const absolute = /^https?:\/\//i
// oxlint-disable-next-line no-control-regex
const controls = /[\0-\x1f\x7f]/

/**
 * Reads the path of a request: one that starts with `/`, or an absolute URL.
 *
 * Spaces and characters beyond ASCII are encoded, as browsers do; a fragment is left out.
 *
 * @throws TypeError for anything else, and for control characters
 */
export function readTarget(path: string | RoutePath, query: HttpOptions['query']): RequestTarget {
  if (typeof path === 'string' && query === undefined && barePath.test(path)) return { url: undefined, target: path, template: path }
  const text = typeof path === 'string' ? path : path.path
  const template = withoutQuery(typeof path === 'string' ? path : path.template)
  if (plainPath.test(text)) return { url: undefined, target: withQuery(text, query), template }
  if (controls.test(text)) throw new TypeError(`the path ${shown(text)} has a line break or another control character`)
  if (text.startsWith('/')) return { url: undefined, target: withQuery(encodePath(text), query), template }
  if (!absolute.test(text)) throw new TypeError(`the path ${shown(text)} must start with "/", or be a URL with http:// or https://`)
  const url = parseUrl(text)
  return { url, target: withQuery(url.pathname + url.search, query), template: typeof path === 'string' ? url.pathname : pathOf(template) }
}

function withQuery(target: string, query: HttpOptions['query']): string {
  if (query === undefined) return target
  let text = target
  let separator = target.includes('?') ? '&' : '?'
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined) continue
      text += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`
      separator = '&'
    }
  }
  return text
}

function withoutQuery(template: string): string {
  const end = template.search(/[?#]/)
  return end === -1 ? template : template.slice(0, end)
}

function encodePath(text: string): string {
  const end = text.indexOf('#')
  return (end === -1 ? text : text.slice(0, end)).replaceAll(/[^!-~]+/g, encodeURIComponent)
}

function pathOf(template: string): string {
  const path = template.replace(/^https?:\/\/[^/]*/i, '')
  return path === '' ? '/' : path
}

// A path may hold an "@" of its own.
function shown(text: string): string {
  return JSON.stringify(text.startsWith('/') ? text : withoutUserInfo(text))
}

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new TypeError(`the path ${shown(text)} is no URL`)
  }
}
