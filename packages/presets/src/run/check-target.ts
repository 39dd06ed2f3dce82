import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BenchpressError } from '@benchpress/core'
import { redactText } from '@benchpress/core/report'
import { addHeaders, allUrls, namedUrls, type KnownRoute, type Settings } from '@benchpress/core/preset'

const longest = 5000
const longestBody = 256 * 1024

/**
 * Checks that a running target has the routes of a preset, before anything is measured.
 *
 * A target that does not listen, or demands credentials, is left to the run to report.
 *
 * @throws BenchpressError TARGET_UNREACHABLE that names the first missing route
 */
export async function checkTarget(preset: string, routes: readonly KnownRoute[], settings: Settings): Promise<void> {
  const targets = Object.entries(namedUrls(settings.url ?? '') ?? { '': allUrls(settings.url) })
  // Wrong servers among several of a target are excluded by the run.
  const servers = targets.flatMap(([name, urls]) => (urls.length === 1 ? urls.map((url) => ({ name, url })) : []))
  for (const route of routes) {
    for (const { name, url } of servers) {
      const isOther = name !== '' && route.variant !== undefined && route.variant !== name
      const fault = isOther ? undefined : await findFault(url, route, settings)
      if (fault === undefined) continue
      throw new BenchpressError('TARGET_UNREACHABLE', `${new URL(url).origin} is not what preset ${preset} tests: ${fault}`, {
        hint: route.hint ?? `give the URL of ${route.of}, or leave it out for the target that comes with the preset`,
      })
    }
  }
}

// Finds the fault of a server; `undefined` where there is none, or where the response shows nothing.
async function findFault(
  url: string,
  { method = 'GET', path, statuses = [200], contains }: KnownRoute,
  settings: Settings,
): Promise<string | undefined> {
  const given = await ask({ method, url: new URL(path, url) }, contains, settings)
  // A response without rights, or from a server in trouble, shows nothing about the route.
  if (given === undefined || [401, 403, 429].includes(given.status) || given.status >= 500) return undefined
  const shown = redactText(path)
  if (!statuses.includes(given.status)) return `${method} ${shown} had the response ${given.status}`
  // The text may be in the part of the body that was not received.
  return given.isCut || given.body.includes(contains) ? undefined : `${method} ${shown} does not contain ${JSON.stringify(contains)}`
}

interface Given {
  readonly status: number
  readonly body: string
  /** Whether the body is longer than the part that was received. */
  readonly isCut: boolean
}

// With the headers of the run, over a connection of its own, which is closed before the test.
async function ask({ method, url }: { method: string; url: URL }, contains: string, settings: Settings): Promise<Given | undefined> {
  const { headers, insecure, ca, cert, key, servername, unix } = settings
  const options = {
    method,
    agent: false,
    headers: addHeaders(headers, { connection: 'close' }),
    signal: AbortSignal.timeout(longest),
    ...(unix !== undefined && { socketPath: unix }),
  }
  const tls = {
    rejectUnauthorized: insecure !== true,
    ...(ca !== undefined && { ca: typeof ca === 'string' ? ca : [...ca] }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(servername !== undefined && { servername }),
  }
  const given = new Promise<Given | undefined>((resolve) => {
    const sent = url.protocol === 'https:' ? requestHttps(url, { ...options, ...tls }) : requestHttp(url, options)
    sent.on('error', () => resolve(undefined))
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response
      let body = ''
      const end = (isCut: boolean): void => {
        resolve({ status, body, isCut })
        sent.destroy()
      }
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
        if (body.includes(contains) || body.length > longestBody) end(true)
      })
      response.on('end', () => end(false))
      // The response broke off, or took too long.
      response.on('error', () => end(true)).on('close', () => end(true))
    })
    sent.end()
  })
  // Headers that cannot be sent are refused by the run.
  return await given.catch(() => undefined)
}
