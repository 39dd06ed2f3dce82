import type { RunningTarget } from './running-target.ts'
import { startServer } from './start-server.ts'
import type { StartTargetOptions } from './start-target-options.ts'
import type { ResolvedTarget } from './target-config.ts'

/**
 * Starts a target and resolves once it answers. For the URL of a running system nothing is started, and nothing is asked of it.
 *
 * Whatever goes wrong on the way, nothing is left running. Runs in the main thread.
 *
 * @throws BenchpressError `TARGET_PORT_BUSY` when something listens where a command is going to
 * @throws BenchpressError `TARGET_EXITED` when a command cannot be started, or ends before it is ready
 * @throws BenchpressError `TARGET_NOT_READY` when it does not answer within its `startTimeout`, or a server fails to start
 * @throws the reason of `signal` when that aborts
 */
export async function startTarget(target: ResolvedTarget, options: StartTargetOptions = {}): Promise<RunningTarget> {
  options.signal?.throwIfAborted()
  if (target.kind === 'server') return await startServer(target.server, options.signal)
  if (target.kind === 'command') {
    // Loaded when needed: with node:http and execa it brings 30 MB along, for which a test of a URL has no use.
    const { startCommand } = await import('./start-command.ts')
    return await startCommand(target, options)
  }
  return describeUrlTarget(target.url)
}

function describeUrlTarget(url: string): RunningTarget {
  return { kind: 'url', url, command: null, pid: null, notices: [], exited: new Promise(() => undefined), stop: async () => undefined }
}
