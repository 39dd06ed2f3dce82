import { parentPort, workerData } from 'node:worker_threads'
import type { Order, Report, ThreadShare } from './messages.ts'
import { runShare } from './run-share.ts'

const port = parentPort
if (port === null) throw new Error('worker-entry runs in a worker thread only')

// Both ends of the line are ours: what arrives was built by this package, of the same version.
const share = workerData as ThreadShare
await runShare(share, {
  send: (report: Report) => port.postMessage(report),
  listen: (onOrder) => void port.on('message', (order: Order) => onOrder(order)),
})
port.close()
