import { setTimeout as delay } from 'node:timers/promises'
import { formatDuration } from '../base/units/duration.ts'
import { BenchpressError, messageOf } from '../base/errors/benchpress-error.ts'
import { redactText, redactWords } from '../base/redact/redact-text.ts'
import { atExit, type CommandProcess, startCommandProcess, type OutputTail } from './command-process.ts'
import { defaultStateDirectory, findOrphans, writePidFile } from './pid-file.ts'
import { type ListenedAddress, describeAddress, isListening } from './ports.ts'
import { placeOf } from '../load/wire/address.ts'
import type { ResolvedTarget, RunningTarget, StartTargetOptions, TargetExit, Ready } from './target.ts'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

/** A command with every default filled in. */
export type ResolvedCommand = Extract<ResolvedTarget, { kind: 'command' }>

/** Starts a command, and waits until it is ready, for `startTarget`. */
export async function startCommand(target: ResolvedCommand, options: StartTargetOptions): Promise<RunningTarget> {
  const directory = options.stateDirectory ?? defaultStateDirectory()
  const notices = await findOrphans(directory)
  await refuseBusyAddress(target, options.unixSocket, notices)
  options.signal?.throwIfAborted()
  const running = await startCommandProcess(target)
  const forget = await writePidFile(directory, { pid: running.pid, command: target.command }).catch((error: unknown) => {
    notices.push(`a crash of this run would leave no trace of its target: ${messageOf(error)}`)
    return () => undefined
  })
  const spare = atExit(forget)
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> =>
    (stopping ??= running.end(target.stopTimeout / 1000).finally(() => {
      spare()
      forget()
    }))
  try {
    return {
      kind: 'command',
      url: await awaitReady(target, running, options),
      command: target.command,
      pid: running.pid,
      notices,
      exited: unlessStopped(running.exit, () => stopping !== undefined),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function refuseBusyAddress(target: ResolvedCommand, unixSocket: string | undefined, notices: readonly string[]): Promise<void> {
  for (const address of knownAddresses(target, unixSocket)) {
    if (!(await isListening(address))) continue
    throw new BenchpressError('TARGET_PORT_BUSY', `${describeAddress(address)} is already in use before our command started`, {
      hint: ['stop what listens there, or test that by its URL in place of a command', ...notices].join('; '),
    })
  }
}

function knownAddresses({ url, ready, servers }: ResolvedCommand, unixSocket: string | undefined): ListenedAddress[] {
  const urls = [...(url === undefined ? [] : [url]), ...(servers?.urls ?? []), ...urlsOf(ready)]
  const addresses: ListenedAddress[] = unixSocket === undefined ? urls.map((each) => placeOf(new URL(each))) : [{ path: unixSocket }]
  if (typeof ready === 'object' && 'port' in ready) addresses.push({ host: hostOf(url), port: ready.port })
  return addresses
}

async function awaitReady(target: ResolvedCommand, running: CommandProcess, options: StartTargetOptions): Promise<string> {
  const open = new Set(signsOf(target.ready, running.output, { host: hostOf(target.url), unixSocket: options.unixSocket }))
  const ended = new AbortController()
  const signal = options.signal === undefined ? ended.signal : AbortSignal.any([ended.signal, options.signal])
  try {
    const all = [...open].map(async (sign) => {
      const printedUrl = await sign.wait(signal)
      open.delete(sign)
      return printedUrl
    })
    const [printedUrl] = await Promise.race([
      Promise.all(all),
      running.exit.then((exit) => refuseExit(target, exit)),
      delay(target.startTimeout / 1000, undefined, { signal }).then(() => refuseDelay(target, running, [...open])),
    ])
    return chooseUrl(target, printedUrl)
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error
  } finally {
    ended.abort()
  }
}

function chooseUrl({ url, ready, command }: ResolvedCommand, printedUrl: string | undefined): string {
  if (url !== undefined) return url
  const [first] = urlsOf(ready)
  if (first !== undefined) return new URL(first).origin
  if (typeof ready === 'object' && 'port' in ready) return `http://localhost:${ready.port}`
  if (printedUrl !== undefined && URL.canParse(printedUrl)) return printedUrl
  const found =
    printedUrl === undefined ? 'nothing says at which URL it responds' : `the URL that it printed cannot be read: ${redactText(printedUrl)}`
  throw new BenchpressError('TARGET_NOT_READY', `${quote(command)} is ready, but ${found}`, {
    hint: 'give target.url, or a named group in target.ready.log such as (?<url>http://\\S+)',
  })
}

function refuseExit({ command }: ResolvedCommand, { reason, output }: TargetExit): never {
  const hint = reason === 'exited with code 0' ? 'the command must stay in the foreground as long as the target runs' : undefined
  throw new BenchpressError('TARGET_EXITED', `${quote(command)} ${reason} before it was ready${quoteOutput(output)}`, { hint })
}

function refuseDelay({ command, startTimeout }: ResolvedCommand, { output }: CommandProcess, open: readonly Sign[]): never {
  const waited = formatDuration(startTimeout)
  const failures = open.map(({ describeFailure }) => describeFailure()).join(' and ')
  const message = `${quote(command)} ${failures} within ${waited}${quoteOutput(output.lines())}`
  const hint = 'check target.ready, or give it longer (target.startTimeout, --start-timeout)'
  throw new BenchpressError('TARGET_NOT_READY', message, { hint })
}

async function unlessStopped(exit: Promise<TargetExit>, isStopping: () => boolean): Promise<TargetExit> {
  const ended = await exit
  return isStopping() ? await new Promise<never>(() => undefined) : ended
}

/** The URLs that respond when a command is ready; empty for another sign. */
function urlsOf(ready: Ready): readonly string[] {
  if (typeof ready === 'string') return [ready]
  return 'length' in ready ? ready : []
}

function hostOf(url: string | undefined): string {
  return url === undefined ? 'localhost' : placeOf(new URL(url)).host
}

function quote(command: readonly string[]): string {
  return `the command "${redactWords(command).join(' ')}"`
}

function quoteOutput(output: readonly string[]): string {
  if (output.length === 0) return ', and printed nothing'
  return `; it printed:\n${output.map((line) => `  ${line}`).join('\n')}`
}

const firstPause = 10
const longestPause = 250
/** Milliseconds after which a request is repeated, because the server may have been restarting. */
const responseTimeout = 5000

/** Something that has to be there before a command is ready. */
interface Sign {
  /** What the command did not do, as text that follows "it": `did not respond at http://...`. */
  readonly describeFailure: () => string
  /** Resolves when it is there, with the URL that the command printed if it did; rejects when the signal aborts. */
  readonly wait: (signal: AbortSignal) => Promise<string | undefined>
}

function signsOf(ready: Ready, output: OutputTail, { host, unixSocket }: { host: string; unixSocket: string | undefined }): Sign[] {
  if (typeof ready === 'string' || 'length' in ready) return urlsOf(ready).map((url) => awaitResponse(url, unixSocket))
  if ('port' in ready) return [awaitPort({ host, port: ready.port })]
  return [awaitLine(new RegExp(ready.log), output)]
}

function awaitResponse(url: string, unixSocket: string | undefined): Sign {
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

function awaitPort(address: ListenedAddress): Sign {
  return {
    describeFailure: () => `did not open ${describeAddress(address)}`,
    wait: (signal) => poll(signal, () => isListening(address)),
  }
}

function awaitLine(pattern: RegExp, output: OutputTail): Sign {
  return {
    describeFailure: () => `printed no line that matches /${pattern.source}/`,
    wait: async (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
      const stop = output.onMatch(pattern, (match) => resolve(match.groups?.['url']))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      return await promise.finally(stop)
    },
  }
}

async function poll(signal: AbortSignal, isReady: () => Promise<boolean>): Promise<undefined> {
  for (let pause = firstPause; !(await isReady()); pause = Math.min(pause * 1.5, longestPause)) {
    await delay(pause, undefined, { signal })
  }
  return undefined
}

/** Sends one request; resolves with what went wrong, or `undefined` for a response of any status. */
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
      // Whether a server is up does not depend on trust; the test itself verifies its certificate.
      rejectUnauthorized: false,
    } as const
    const request = (new URL(url).protocol === 'https:' ? getHttps : getHttp)(url, options, (response) => {
      response.destroy()
      resolve(undefined)
    })
    request.on('timeout', () => request.destroy(new Error(`no response within ${responseTimeout / 1000}s`)))
    request.on('error', (error) => resolve(messageOf(error)))
  })
}
