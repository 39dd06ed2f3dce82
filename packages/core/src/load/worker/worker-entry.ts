import { parentPort, workerData } from 'node:worker_threads'
import { inheritOwnPackages } from '../user/own-packages.ts'
import type { LoadPort, LocalShare, Order, Report } from './thread-messages.ts'
import { runShare } from './run-share.ts'
import { StrayErrorCounter } from './stray-errors.ts'

const port = parentPort
if (port === null) throw new Error('worker-entry runs in a worker thread only')

inheritOwnPackages()
// Only in worker threads, because the process of the calling thread belongs to the user.
const strays = new StrayErrorCounter()
process.on('uncaughtException', (error) => strays.thrown(error))
process.on('unhandledRejection', (error) => strays.rejected(error))

// Both ends of the line belong to this package, in the same version, so messages have the expected type.
const share = workerData as LocalShare
const line: LoadPort = {
  send: (report: Report) => port.postMessage(report),
  listen: (onOrder) => void port.on('message', (order: Order) => onOrder(order)),
}
await runShare(share, line, strays)
port.close()
