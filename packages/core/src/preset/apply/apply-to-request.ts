import type { RequestConfig } from '../../load/http/request-config.ts'
import { given, type Settings } from '../settings.ts'
import { isPart } from './workload-kinds.ts'

/** Returns a request in which each given setting replaces the matching field; headers are added to those it has. */
export function applyToRequest(request: RequestConfig, settings: Settings): RequestConfig {
  if (!isPart(request)) return request
  const { method, headers, form, expectBody, expectStatus } = settings
  const body = settings.body ?? settings.input
  const { body: _body, json: _json, form: _form, ...bodyless } = request
  const expect = given({ body: expectBody, status: expectStatus })
  return {
    ...(body === undefined && form === undefined ? request : bodyless),
    ...given({ method, body, form, headers: addHeaders(request.headers, headers) }),
    ...(Object.keys(expect).length > 0 && isPart(request.expect ?? {}) && { expect: { ...request.expect, ...expect } }),
  }
}

type Headers = Readonly<Record<string, string>>

/** Adds headers to those of a config, in whatever case the names are written; `undefined` where nothing is to be changed. */
export function addHeaders(base: Headers | undefined, added: Headers | undefined): Headers | undefined {
  if (added === undefined || !isPart(base ?? {})) return undefined
  const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(base ?? {}).filter(([name]) => !replaced.has(name.toLowerCase()))), ...added }
}
