import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoadPort } from './thread-messages.ts'
import { StrayErrorCounter } from './stray-errors.ts'

// Whatever a share sets going, its journeys and plugins included, is followed by this through timers, sockets and promises.
const owner = new AsyncLocalStorage<StrayErrorCounter>()
let running = 0

/**
 * Runs a share in a process that is not ours, and counts its stray errors.
 *
 * They end nothing, and the rest of the program fares as it would without the share: its listeners get all errors, and where it has none,
 * Node.js ends the process with an error that is not the share's.
 */
export async function countStrayErrors(port: LoadPort, run: (port: LoadPort, strays: StrayErrorCounter) => Promise<void>): Promise<void> {
  const strays = new StrayErrorCounter()
  const line: LoadPort = {
    // What takes the reports is no part of the share, and what obeys the orders is.
    send: (report) => owner.exit(() => port.send(report)),
    listen: (onOrder) => port.listen(AsyncLocalStorage.bind(onOrder)),
  }
  if (running++ === 0) process.on('uncaughtException', onThrown).on('unhandledRejection', onRejected)
  try {
    await owner.run(strays, () => run(line, strays))
    // Rejections of the last moment are told when all that is due now is done.
    await nextTurn()
  } finally {
    if (--running === 0) process.off('uncaughtException', onThrown).off('unhandledRejection', onRejected)
  }
}

function onThrown(error: unknown): void {
  const strays = owner.getStore()
  if (strays !== undefined) strays.thrown(error)
  // There is no other listener: it ends the process, as it would have without us.
  else if (process.listenerCount('uncaughtException') === 1) throwUnheard(error)
}

function onRejected(reason: unknown): void {
  const strays = owner.getStore()
  if (strays !== undefined) strays.rejected(reason)
  else if (process.listenerCount('unhandledRejection') === 1) throwUnheard(reason)
}

// Later, because an error in a listener would end the process with another code; and stops listening only then: what a share throws in between, in
// timers that are due, is still counted and not what the process ends with.
function throwUnheard(error: unknown): void {
  process.nextTick(() => {
    if (process.listenerCount('uncaughtException') === 1) process.off('uncaughtException', onThrown)
    throw error
  })
}
