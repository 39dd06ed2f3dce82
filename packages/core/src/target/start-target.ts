import { setTimeout as delay } from 'node:timers/promises'
import { BenchpressError, messageOf } from '../base/errors/benchpress-error.ts'
import { redactText } from '../base/redact/redact-text.ts'
import { unlessAborted } from '../load/user/setup-hooks.ts'
import type { ResolvedTarget, RunningServer, RunningTarget, ServerTarget, StartTargetOptions } from './target.ts'

/**
 * Starts a target and resolves once it responds. For the URL of a running system nothing is started, and no request is sent.
 *
 * If anything goes wrong, nothing is left running. Runs in the main thread.
 *
 * @throws BenchpressError `TARGET_PORT_BUSY` when the port of a command is in use
 * @throws BenchpressError `TARGET_EXITED` when a command cannot be started, or ends before it is ready
 * @throws BenchpressError `TARGET_NOT_READY` when it does not respond within its `startTimeout`, or a server fails to start
 * @throws the reason of `signal` when that aborts
 */
export async function startTarget(target: ResolvedTarget, options: StartTargetOptions = {}): Promise<RunningTarget> {
  options.signal?.throwIfAborted()
  if (target.kind === 'server') return await startServer(target.server, options.signal)
  if (target.kind === 'command') {
    // Loaded when needed: with node:http and execa it takes 30 MB, which a test of a URL does not need.
    const { startCommand } = await import('./start-command.ts')
    return await startCommand(target, options)
  }
  return { ...withoutProcess(), kind: 'url', url: target.url, stop: async () => undefined }
}

function withoutProcess(): Pick<RunningTarget, 'command' | 'pid' | 'notices' | 'exited'> {
  return { command: null, pid: null, notices: [], exited: new Promise(() => undefined) }
}

const closeTimeout = 5000

/**
 * Starts a server in this process. Stopping it waits at most 5 s for its `close()`.
 *
 * @throws BenchpressError `TARGET_NOT_READY` when it fails to start, or does not return a URL and a `close()`
 * @throws the reason of `signal` when that aborts; the server is closed as soon as it has started
 */
async function startServer(start: ServerTarget['server'], signal?: AbortSignal): Promise<RunningTarget> {
  const starting = runStart(start).then(parseServer)
  const server = await (signal === undefined ? starting : unlessAborted(starting, signal)).catch((error: unknown) => {
    // A server that is no longer awaited must still be closed.
    starting.then(close).catch(() => undefined)
    throw error
  })
  let stopping: Promise<void> | undefined
  return { ...withoutProcess(), kind: 'server', url: server.url, stop: () => (stopping ??= close(server)) }
}

async function close(server: RunningServer): Promise<void> {
  const giveUp = new AbortController()
  try {
    await Promise.race([server.close(), delay(closeTimeout, undefined, { signal: giveUp.signal })])
  } finally {
    giveUp.abort()
  }
}

async function runStart(start: ServerTarget['server']): Promise<unknown> {
  try {
    return await start()
  } catch (cause) {
    const reason = messageOf(cause)
    throw new BenchpressError('TARGET_NOT_READY', `the server of the target could not be started: ${redactText(reason)}`, { cause })
  }
}

function parseServer(value: unknown): RunningServer {
  const { url, close: end } = Object(value) as Partial<RunningServer>
  if (typeof url === 'string' && typeof end === 'function' && URL.canParse(url)) return value as RunningServer
  throw new BenchpressError('TARGET_NOT_READY', 'target.server must return an object with the url of the server and a function close()')
}
