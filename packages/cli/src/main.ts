import { exitCodes, InterruptedError, interruptingSignals } from './command-io.ts'

const interruption = new AbortController()
let interruptedAt = 0
// An agent that waits has no run to end.
const ending = process.argv[2] === 'agent' ? 'ending the agent' : 'ending the run early'
// A terminal shows ^C where the cursor is, and the report begins below an empty line.
const isTerminal = process.stderr.isTTY && process.env['TERM'] !== 'dumb'
const [before, after] = isTerminal ? ['\r\u001B[K', '\n\n'] : ['\n', '\n']
let isOutputLost = false

// Nothing is to be ended in order where results are only read, which may keep this thread for long.
const isReading = ['report', 'compare', 'history'].includes(process.argv[2] ?? '')

for (const signal of isReading ? [] : interruptingSignals) {
  process.on(signal, () => {
    if (interruption.signal.aborted) {
      // One Ctrl-C reaches this process twice when a program that started it passes it on.
      if (performance.now() - interruptedAt > 300) process.exit(exitCodes.interrupted[signal])
      return
    }
    interruptedAt = performance.now()
    // Aborted first, so that the progress display makes room for the message.
    interruption.abort(new InterruptedError(signal))
    process.stderr.write(`${before}benchpress: ${ending}; once more stops at once${after}`)
  })
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as head closes its pipe when it has seen enough, and a terminal may be gone.
  if (isOutputLost || error.code === 'EPIPE' || (error.code === 'EIO' && process.stdout.isTTY)) return
  isOutputLost = true
  process.exitCode = exitCodes.internal
  process.stderr.write(`benchpress: stdout could not be written: ${error.message}\n`)
})
// There is no stream left to report it on.
process.stderr.on('error', () => undefined)

// Imported after the handlers are set, so that a signal during the import ends the command in order too.
const { execute } = await import('./execute.ts')
const { stdout, stderr, env } = process
const exitCode = await execute(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd(), signal: interruption.signal })
await Promise.all([stdout, stderr].map(async (output) => await flush(output)))
// A timer or a socket that a module of the user left open must not keep the command from ending.
process.exit(isOutputLost ? exitCodes.internal : exitCode)

// Resolves when everything that was printed is flushed, or cannot be.
async function flush(output: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    output.write('', () => resolve())
  })
}
