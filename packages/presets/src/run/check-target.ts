import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BenchpressError } from '@benchpress/core'
import { redactText } from '@benchpress/core/report'
import { addHeaders, splitUrls, type KnownRoute, type Settings } from '@benchpress/core/preset'

const longest = 5000
const longestBody = 256 * 1024

/**
 * Asks what is running for the routes that a preset knows, before anything is measured.
 *
 * Where nothing listens, or credentials are missing, the run says why.
 *
 * @throws BenchpressError TARGET_UNREACHABLE that names the first route that is not there
 */
export async function checkTarget(preset: string, routes: readonly KnownRoute[], settings: Settings): Promise<void> {
  const urls = settings.url === undefined ? [] : splitUrls(settings.url)
  // Of several servers of a target, those that are others take no part.
  const single = urls.length === 1 ? urls : []
  for (const route of routes) {
    const servers = route.servers ?? single
    const said = await Promise.all(servers.map(async (url) => await findFault(url, route, settings)))
    const [first] = said
    if (first === undefined || said.includes(undefined)) continue
    const origins = servers.map((url) => new URL(url).origin)
    const fault = servers.length === 1 ? first : `${origins[0]}: ${first}`
    const text = `${origins.join(', ')} ${servers.length === 1 ? 'is' : 'are'} not what preset ${preset} tests: ${fault}`
    throw new BenchpressError('TARGET_UNREACHABLE', text, {
      hint: `give the URL of ${route.of}, or leave it out for the target that comes with the preset`,
    })
  }
}

// What is wrong with a server; `undefined` where nothing is, or where it does not say.
async function findFault(url: string, { path, statuses = [200], contains }: KnownRoute, settings: Settings): Promise<string | undefined> {
  const given = await ask(new URL(path, url), contains, settings)
  if (given === undefined || saysNothing(given.status)) return undefined
  const shown = redactText(path)
  if (!statuses.includes(given.status)) return `GET ${shown} had the response ${given.status}`
  // What was not received may hold it.
  return given.isCut || given.body.includes(contains) ? undefined : `GET ${shown} does not contain ${JSON.stringify(contains)}`
}

// Who may not ask, or asks what is out of order, is not told what is there.
function saysNothing(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500
}

interface Given {
  readonly status: number
  readonly body: string
  /** Whether there is more of the body than was received. */
  readonly isCut: boolean
}

// With the headers of the run, over a connection of its own, which is closed before the test.
async function ask(url: URL, contains: string, settings: Settings): Promise<Given | undefined> {
  const { headers, insecure, ca, cert, key, servername, unix } = settings
  const options = {
    agent: false,
    headers: addHeaders(headers, { connection: 'close' }),
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
      // It broke off, or took too long.
      response.on('error', () => end(true)).on('close', () => end(true))
    })
    sent.end()
  })
  // Headers that cannot be sent are refused by the run.
  return await given.catch(() => undefined)
}
