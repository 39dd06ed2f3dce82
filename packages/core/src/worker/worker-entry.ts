import { parentPort, workerData } from 'node:worker_threads'
import type { Order, Report, ThreadShare } from './messages.ts'
import { RequestError } from '../user/http/request-error.ts'
import { failureReason } from '../user/failure-reason.ts'
import { userStopped } from '../user/user-stopped.ts'
import { runShare } from './run-share.ts'

const port = parentPort
if (port === null) throw new Error('worker-entry runs in a worker thread only')

// What a journey does not wait for must not end the thread, and the load of everybody else with it. That something was cut off is no news.
process.on('unhandledRejection', (error) => {
  if (error === userStopped || (error instanceof RequestError && error.outcome === 'aborted')) return
  port.postMessage({ type: 'stray', reason: failureReason(error) } satisfies Report)
})

// Both ends of the line are ours: what arrives was built by this package, of the same version.
const share = workerData as ThreadShare
await runShare(share, {
  send: (report: Report) => port.postMessage(report),
  listen: (onOrder) => void port.on('message', (order: Order) => onOrder(order)),
})
port.close()
