import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BenchpressError, redactText } from '@benchpress/core'
import type { Settings } from '../flags/apply-settings.ts'
import { splitUrls } from '../flags/split-urls.ts'

/** A route that a program has which a preset tests, and others do not. */
export interface KnownRoute {
  readonly path: string
  /** Statuses of which it gives one. Default 200. */
  readonly statuses?: readonly number[]
  /** What the body has in it; of one that goes on, what it begins with. */
  readonly contains: string
  /** What is there, as in `a server with benchmark-service`. */
  readonly of: string
}

const longest = 5000
const longestBody = 256 * 1024

/**
 * Asks a running target for the routes that a preset knows, before anything is measured.
 *
 * Where nobody answers, or nobody may ask, the run says why.
 *
 * @throws BenchpressError TARGET_UNREACHABLE that names the first route that is not there
 */
export async function checkTarget(preset: string, routes: readonly KnownRoute[], settings: Settings): Promise<void> {
  const [url, ...others] = settings.url === undefined ? [] : splitUrls(settings.url)
  // Of several servers, those that are others take no part.
  if (url === undefined || others.length > 0) return
  for (const { path, statuses = [200], contains, of } of routes) {
    const given = await ask(new URL(path, url), contains, settings)
    if (given === undefined || saysNothing(given.status)) return
    const shown = redactText(path)
    const { status, body } = given
    const isThere = statuses.includes(status)
    if (isThere && body.includes(contains)) continue
    const said = isThere ? `GET ${shown} does not contain ${JSON.stringify(contains)}` : `GET ${shown} was answered with ${status}`
    throw new BenchpressError('TARGET_UNREACHABLE', `${new URL(url).origin} is not what preset ${preset} tests: ${said}`, {
      hint: `give the URL of ${of}, or leave it out for the target that comes with the preset`,
    })
  }
}

// Who may not ask, or asks what is out of order, is not told what is there.
function saysNothing(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500
}

interface Given {
  readonly status: number
  readonly body: string
}

// Over a connection of its own, which is closed before the test.
async function ask(url: URL, contains: string, settings: Settings): Promise<Given | undefined> {
  const { insecure, ca, cert, key, servername, unix } = settings
  const options = {
    agent: false,
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(longest),
    ...(unix !== undefined && { socketPath: unix }),
  }
  const tls = {
    rejectUnauthorized: insecure !== true,
    ...(ca !== undefined && { ca: [...ca] }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(servername !== undefined && { servername }),
  }
  return await new Promise((resolve) => {
    const sent = url.protocol === 'https:' ? requestHttps(url, { ...options, ...tls }) : requestHttp(url, options)
    sent.on('error', () => resolve(undefined))
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response
      let body = ''
      const end = (): void => {
        resolve({ status, body })
        sent.destroy()
      }
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
        if (body.includes(contains) || body.length > longestBody) end()
      })
      // What came before it broke off, or took too long, is what there is.
      response.on('end', end).on('error', end).on('close', end)
    })
    sent.end()
  })
}
