import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoadPort } from './thread-messages.ts'
import { StrayErrorCounter } from './stray-errors.ts'

// Follows everything that a share starts, including its journeys and plugins, through timers, sockets and promises.
const owner = new AsyncLocalStorage<StrayErrorCounter>()
let running = 0

/**
 * Runs a share in the user's process, and counts its stray errors.
 *
 * Stray errors end nothing, and the rest of the program behaves as without the share: its listeners get all errors, and without a listener, Node.js
 * ends the process for an error that is not the share's.
 */
export async function countStrayErrors(port: LoadPort, run: (port: LoadPort, strays: StrayErrorCounter) => Promise<void>): Promise<void> {
  const strays = new StrayErrorCounter()
  const line: LoadPort = {
    // The receiver of reports is not part of the share, but the code that obeys orders is.
    postMessage: (report) => owner.exit(() => port.postMessage(report)),
    on: (event, onOrder) => port.on(event, AsyncLocalStorage.bind(onOrder)),
  }
  if (running++ === 0) process.on('uncaughtException', onThrown).on('unhandledRejection', onRejected)
  try {
    await owner.run(strays, () => run(line, strays))
    // Last rejections are reported when everything that is due now is done.
    await nextTurn()
  } finally {
    if (--running === 0) process.off('uncaughtException', onThrown).off('unhandledRejection', onRejected)
  }
}

function onThrown(error: unknown): void {
  const strays = owner.getStore()
  if (strays !== undefined) strays.thrown(error)
  // Without another listener the error ends the process, as it would without the share.
  else if (process.listenerCount('uncaughtException') === 1) throwUnheard(error)
}

function onRejected(reason: unknown): void {
  const strays = owner.getStore()
  if (strays !== undefined) strays.rejected(reason)
  else if (process.listenerCount('unhandledRejection') === 1) throwUnheard(reason)
}

// Thrown later, because an error in a listener would end the process with another code. Listening stops only then, so that errors of the share in
// timers that are due are still counted, and do not end the process.
function throwUnheard(error: unknown): void {
  process.nextTick(() => {
    if (process.listenerCount('uncaughtException') === 1) process.off('uncaughtException', onThrown)
    throw error
  })
}
