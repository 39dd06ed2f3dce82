import { messageOf } from '../base/errors/benchpress-error.ts'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { redactText } from '../base/redact/redact-text.ts'
import type { OutputTail } from './command-process.ts'
import { type Address, describeAddress, isListening } from './ports.ts'
import type { Ready } from './target.ts'

const firstPause = 10
const longestPause = 250
/** A response that takes longer is asked for anew: the server may have been restarting. */
const responseTimeout = 5000

/** Waits for what tells that a command responds. */
export interface Readiness {
  /** What is waited for, to be read after "it": `did not respond at http://...`. */
  describeFailure(): string
  /** Resolves when the command is ready, with the URL that it printed if it did; rejects when the signal aborts. */
  wait(signal: AbortSignal): Promise<string | undefined>
}

/** Creates what waits for a response, an open port, or a line of output. */
export function createReadiness(ready: Ready, output: OutputTail, places: { host: string; unixSocket: string | undefined }): Readiness {
  if (typeof ready === 'string') return awaitResponse(ready, places.unixSocket)
  if (isList(ready)) return awaitAll(ready.map((url) => awaitResponse(url, places.unixSocket)))
  if ('port' in ready) return awaitPort({ host: places.host, port: ready.port })
  return awaitLine(new RegExp(ready.log), output)
}

function awaitResponse(url: string, unixSocket: string | undefined): Readiness {
  let lastError = ''
  return {
    describeFailure: () => `did not respond at ${redactText(url)}${lastError === '' ? '' : ` (${lastError})`}`,
    wait: (signal) =>
      poll(signal, async () => {
        lastError = (await probeUrl(url, { signal, unixSocket })) ?? ''
        return lastError === ''
      }),
  }
}

function awaitAll(all: readonly Readiness[]): Readiness {
  const open = new Set(all)
  return {
    describeFailure: () => Array.from(open, (one) => one.describeFailure()).join(' and '),
    wait: async (signal) => {
      await Promise.all(all.map((one) => one.wait(signal).then(() => open.delete(one))))
      return undefined
    },
  }
}

// Array.isArray does not tell a read-only list from the other forms.
function isList(ready: Ready): ready is readonly string[] {
  return Array.isArray(ready)
}

function awaitPort(address: Address): Readiness {
  return {
    describeFailure: () => `did not open ${describeAddress(address)}`,
    wait: (signal) => poll(signal, () => isListening(address)),
  }
}

function awaitLine(pattern: RegExp, output: OutputTail): Readiness {
  return {
    describeFailure: () => `printed no line that matches /${pattern.source}/`,
    wait: (signal) =>
      new Promise((resolve, reject) => {
        const stop = output.onMatch(pattern, (match) => resolve(match.groups?.['url']))
        const abort = (): void => {
          stop()
          reject(signal.reason)
        }
        if (signal.aborted) abort()
        else signal.addEventListener('abort', abort, { once: true })
      }),
  }
}

async function poll(signal: AbortSignal, isReady: () => Promise<boolean>): Promise<undefined> {
  for (let pause = firstPause; !(await isReady()); pause = Math.min(pause * 1.5, longestPause)) {
    await delay(pause, undefined, { signal })
  }
  return undefined
}

/** Asks once; resolves with what went wrong, or `undefined` for a response of any status. */
function probeUrl(
  url: string,
  { signal, unixSocket }: { signal: AbortSignal; unixSocket: string | undefined },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = {
      agent: false,
      signal,
      timeout: responseTimeout,
      ...(unixSocket === undefined ? {} : { socketPath: unixSocket }),
      // Whether a server is up is no question of trust; the test itself verifies its certificate.
      rejectUnauthorized: false,
    } as const
    const request = (new URL(url).protocol === 'https:' ? getHttps : getHttp)(url, options, (response) => {
      response.destroy()
      resolve(undefined)
    })
    request.on('timeout', () => request.destroy(new Error(`no response within ${responseTimeout / 1000}s`)))
    request.on('error', (error) => resolve(describeError(error)))
  })
}

function describeError(error: Error): string {
  // A name with several addresses fails with one error for each, and no message of its own.
  return error instanceof AggregateError ? error.errors.map((one: unknown) => messageOf(one)).join(', ') : error.message
}
