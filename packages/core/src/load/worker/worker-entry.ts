import { parentPort, workerData } from 'node:worker_threads'
import { inheritOwnPackages } from '../user/own-packages.ts'
import type { LoadPort, LocalShare, Order, Report } from './thread-messages.ts'
import { runShare } from './run-share.ts'
import { StrayErrorCounter } from './stray-errors.ts'

const port = parentPort
if (port === null) throw new Error('worker-entry runs in a worker thread only')

inheritOwnPackages()
// Here and not in the calling thread, whose process is not ours.
const strays = new StrayErrorCounter()
process.on('uncaughtException', (error) => strays.thrown(error))
process.on('unhandledRejection', (error) => strays.rejected(error))

// Both ends of the line are ours: what arrives was built by this package, of the same version.
const share = workerData as LocalShare
const line: LoadPort = {
  send: (report: Report) => port.postMessage(report),
  listen: (onOrder) => void port.on('message', (order: Order) => onOrder(order)),
}
await runShare(share, line, strays)
port.close()
