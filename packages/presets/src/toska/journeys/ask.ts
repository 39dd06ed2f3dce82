import { RequestError, type HttpResponse, type JourneyUser } from '@benchpress/core'

/** A request of the published k6 scripts: its accepted statuses, and the name of its check. */
export interface Ask {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Name of the endpoint without keys, such as `PUT /kv/:key`. */
  readonly name: string
  readonly accept: readonly number[]
  readonly check: string
}

/** Puts a key. */
export const putting: Ask = { method: 'PUT', name: 'PUT /kv/:key', accept: [200], check: 'put status 200' }

/** Gets a key, which may not be there. */
export const getting: Ask = { method: 'GET', name: 'GET /kv/:key', accept: [200, 404], check: 'get status 200/404' }

interface AskedOf {
  readonly json?: unknown
  readonly discardBody?: boolean
  /** Returns whether the response, as JSON, is right. */
  readonly isRight?: (json: unknown) => boolean
  /** A text that the body of a right response contains. */
  readonly has?: RegExp
}

/**
 * Sends a request, and counts the check. As in k6, a request without a response fails its check, and the iteration continues.
 *
 * @returns the response; `undefined` without one
 */
export async function ask(
  { http, check, signal }: Pick<JourneyUser, 'http' | 'check' | 'signal'>,
  { method, name, accept, check: title }: Ask,
  path: string,
  { isRight, has, ...options }: AskedOf = {},
): Promise<HttpResponse | undefined> {
  try {
    const response = await http.request(method, path, {
      ...options,
      name,
      expect: { status: accept, ...(isRight !== undefined && { json: isRight }), ...(has !== undefined && { body: has }) },
    })
    check(title, accept.includes(response.status))
    return response
  } catch (error) {
    if (!(error instanceof RequestError) || signal.aborted) throw error
    check(title, false)
    return undefined
  }
}
