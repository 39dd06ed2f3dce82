import { InterruptedError } from './command-io.ts'
import { exitCodes } from './exit-code.ts'

const interruption = new AbortController()
let interruptedAt = 0

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interruption.signal.aborted) {
      // One Ctrl-C reaches this process twice when a program that started it passes it on.
      if (performance.now() - interruptedAt > 300) process.exit(exitCodes.interrupted[signal])
      return
    }
    interruptedAt = performance.now()
    process.stderr.write('\nbenchpress: ending the run early; once more stops at once\n')
    interruption.abort(new InterruptedError(signal))
  })
}

for (const stream of [process.stdout, process.stderr]) {
  // A reader that has seen enough, such as head, closes its pipe.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

// Only now, so that a signal while the rest is loaded ends in order too.
const { execute } = await import('./execute.ts')
const { stdout, stderr, env } = process
process.exitCode = await execute(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd(), signal: interruption.signal })
