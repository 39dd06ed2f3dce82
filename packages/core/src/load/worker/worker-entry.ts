import { parentPort, workerData } from 'node:worker_threads'
import { inheritOwnPackages } from '../user/own-packages.ts'
import type { LocalShare } from './thread-messages.ts'
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
await runShare(workerData as LocalShare, port, strays)
port.close()
