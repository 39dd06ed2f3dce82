import { exitCodes, InterruptedError, interruptingSignals } from './command-io.ts'

const interruption = new AbortController()
let interruptedAt = 0
// An agent may wait for a run, and has none to end.
const ending = process.argv[2] === 'agent' ? 'ending the agent' : 'ending the run early'
// A terminal shows ^C where the cursor is, and the report begins below an empty line.
const isTerminal = process.stderr.isTTY && process.env['TERM'] !== 'dumb'
const [before, after] = isTerminal ? ['\r\u001B[K', '\n\n'] : ['\n', '\n']
let isOutputLost = false

for (const signal of interruptingSignals) {
  process.on(signal, () => {
    if (interruption.signal.aborted) {
      // One Ctrl-C reaches this process twice when a program that started it passes it on.
      if (performance.now() - interruptedAt > 300) process.exit(exitCodes.interrupted[signal])
      return
    }
    interruptedAt = performance.now()
    // First, so that what shows progress makes room for the message.
    interruption.abort(new InterruptedError(signal))
    process.stderr.write(`${before}benchpress: ${ending}; once more stops at once${after}`)
  })
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, such as head, closes its pipe, and a terminal that is gone takes nothing.
  if (isOutputLost || error.code === 'EPIPE' || (error.code === 'EIO' && process.stdout.isTTY)) return
  isOutputLost = true
  process.exitCode = exitCodes.internal
  process.stderr.write(`benchpress: stdout could not be written: ${error.message}\n`)
})
// Nobody is left to be told.
process.stderr.on('error', () => undefined)

// Only now, so that a signal while the rest is loaded ends in order too.
const { execute } = await import('./execute.ts')
const { stdout, stderr, env } = process
const exitCode = await execute(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd(), signal: interruption.signal })
await Promise.all([stdout, stderr].map(async (output) => await flush(output)))
// What the modules of a config or a journey left open, such as a timer, must not keep the command from ending.
process.exit(isOutputLost ? exitCodes.internal : exitCode)

// Resolves when all that was printed has been taken, or cannot be.
async function flush(output: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    output.write('', () => resolve())
  })
}
